import { useForm } from "@conform-to/react";
import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import type { FormEvent } from "react";
import { postForm } from "../submissions/post-form.ts";
import type { SignInOutcome } from "./outcome.ts";
import { refreshSession } from "./session-watch.ts";
import { tellOthers } from "./session-channel.ts";

type SignInValues = Record<"email" | "password", string>;

interface SignInState {
  form: FormMetadata<SignInValues, string[]>;
  fields: ReturnType<FormMetadata<SignInValues, string[]>["getFieldset"]>;
  outcome: SignInOutcome | undefined;
  sending: boolean;
}

/** The password form: sends by script, goes on to where the server says. `posted` is what it said without scripts. */
export function useSignIn(posted: SignInOutcome | undefined): SignInState {
  const [outcome, setOutcome] = useState(posted);
  const [sending, setSending] = useState(false);
  const lastResult = useMemo(() => conformResult(outcome), [outcome]);

  async function send(data: FormData) {
    setSending(true);
    const answer = await postForm<SignInOutcome>("/api/sign-in", data);
    if (answer.status === "code-needed") {
      window.location.assign(answer.to);
      return; // still sending, until the next page is there
    }
    if (answer.status === "signed-in") {
      await refreshSession();
      tellOthers({ about: "session" });
      window.location.assign(answer.to);
      return; // still sending, until the next page is there
    }
    setSending(false);
    setOutcome(
      answer.status === "failed" ? { status: "refused", code: "auth/network-request-failed" } : answer,
    );
  }

  const [form, fields] = useForm<SignInValues>({
    id: "sign-in",
    constraint: { email: { required: true }, password: { required: true } },
    lastResult,
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }) {
      event.preventDefault();
      if (!sending) void send(formData);
    },
  });
  return { form, fields, outcome, sending };
}

/** What conform shall make of an outcome: new for each, because it acts only on a result it has not seen. */
function conformResult(outcome: SignInOutcome | undefined): SubmissionResult | undefined {
  if (outcome === undefined || !("submission" in outcome)) return undefined;
  return outcome.submission ? { ...outcome.submission } : {};
}
