import { useForm } from "@conform-to/react";
import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { useMemo, useRef, useState } from "react";
import type { FormEvent } from "react";
import { mintSubmissionId, postForm } from "../../submissions/post-form.ts";
import type { ContactOutcome } from "./outcome.ts";
import { DEFAULT_SERVICE } from "./service-options.ts";
import type { ServiceOption } from "./service-options.ts";

/** The fields as they stand in the form. */
type ContactValues = Record<"name" | "email" | "phone" | "service" | "message", string>;

/** Lengths and what is required, by field; the schema itself stays on the server. */
export type ContactConstraint = NonNullable<Parameters<typeof useForm<ContactValues>>[0]["constraint"]>;

interface ContactFormOptions {
  /** Chosen at first; once a message was sent it is the default again. */
  service: ServiceOption;
  constraint: ContactConstraint;
  /** What the server said to a form posted without scripts. */
  posted: ContactOutcome | undefined;
}

interface ContactFormState {
  form: FormMetadata<ContactValues, string[]>;
  fields: ReturnType<FormMetadata<ContactValues, string[]>["getFieldset"]>;
  outcome: ContactOutcome | undefined;
  sending: boolean;
}

/** Specification 4, "Contact form": idle, sending, then success or error; success empties the fields. */
export function useContactForm({ service, constraint, posted }: ContactFormOptions): ContactFormState {
  const [outcome, setOutcome] = useState(posted);
  const [sending, setSending] = useState(false);
  const [sentOnce, setSentOnce] = useState(posted?.status === "sent");
  // One id a message: a second click or a retry sends the same one, the next message another.
  const submissionId = useRef<string | undefined>(undefined);
  const lastResult = useMemo(() => conformResult(outcome), [outcome]);

  async function send(data: FormData) {
    submissionId.current ??= mintSubmissionId();
    data.set("submissionId", submissionId.current);
    setSending(true);
    const answer = await postForm<ContactOutcome>("/api/contact", data);
    setSending(false);
    if (answer.status === "sent") {
      submissionId.current = undefined;
      setSentOnce(true);
    }
    setOutcome(answer);
  }

  const [form, fields] = useForm<ContactValues>({
    id: "contact",
    constraint,
    lastResult,
    defaultValue: { service: sentOnce ? DEFAULT_SERVICE : service },
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }) {
      event.preventDefault();
      if (!sending) void send(formData);
    },
  });
  return { form, fields, outcome, sending };
}

/** What conform shall make of an outcome: new for each, because it acts only on a result it has not seen. */
function conformResult(outcome: ContactOutcome | undefined): SubmissionResult | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.status === "sent") return { initialValue: null };
  return outcome.submission ? { ...outcome.submission } : {};
}
