import { useForm, type SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { newUuid } from "../../platform/uuid.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, wrongFields } from "../../ui/error-summary.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import {
  DEFAULT_SERVICE,
  SERVICE_OPTIONS,
  type ContactResult,
  type ServiceOption,
} from "./contact-message.ts";
import { CONTACT_TEXTS, contactFailureText } from "./messages.ts";

const ACTION = "/contact";
const OPTIONS = SERVICE_OPTIONS.map((option) => ({ value: option, label: option }));
const { labels } = CONTACT_TEXTS;
const NAMES = Object.keys(labels) as (keyof typeof labels)[];

type ContactValues = Record<(typeof NAMES)[number], string>;

interface ContactFormProps {
  /** The company's address, for the texts that name it. */
  email: string;
  /** Selected at first; the default once a message was sent. */
  service: ServiceOption;
  /** Lengths and what is required, by field; the schema itself stays on the server. */
  constraint: NonNullable<Parameters<typeof useForm<ContactValues>>[0]["constraint"]>;
  /** The result of a form that was posted without scripts. */
  posted?: ContactResult | undefined;
}

/** docs/specification.md, section 2, "Contact message form". */
export function ContactForm({ email, service, constraint, posted }: ContactFormProps) {
  const { result, sending, send } = useSendMessage(posted);
  const [sentOnce, setSentOnce] = useState(false);
  if (result?.status === "sent" && !sentOnce) setSentOnce(true);

  const [form, fields] = useForm<ContactValues>({
    id: "contact",
    constraint,
    lastResult: useMemo(() => conformResult(result), [result]),
    defaultValue: { service: sentOnce ? DEFAULT_SERVICE : service },
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }) {
      event.preventDefault();
      if (!sending) send(formData);
    },
  });
  const wrong = wrongFields(NAMES, result);
  return (
    <form
      id={form.id}
      method="post"
      action={ACTION}
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-6"
    >
      {/* A single mistake has the focus in its field already. */}
      {wrong.length > 1 ? (
        <ErrorSummary
          heading={CONTACT_TEXTS.summary}
          attempt={result}
          entries={wrong.map((name) => ({ name, id: fields[name].id, message: labels[name] }))}
        />
      ) : null}
      <Field field={fields.name} label={labels.name} inputProps={{ autoComplete: "name" }} />
      <Field field={fields.email} type="email" label={labels.email} inputProps={{ autoComplete: "email" }} />
      <Field
        field={fields.phone}
        type="tel"
        label={labels.phone}
        optional
        inputProps={{ autoComplete: "tel" }}
      />
      <Select field={fields.service} label={labels.service} options={OPTIONS} />
      <TextArea field={fields.message} label={labels.message} rows={7} />
      <SpamFields />
      <ResultStatus result={result} email={email} />
      <Button
        type="submit"
        size="lg"
        className="sm:justify-self-start"
        aria-live="polite"
        aria-disabled={sending}
      >
        {sending ? CONTACT_TEXTS.sending : CONTACT_TEXTS.send}
      </Button>
    </form>
  );
}

/** Sends by script. A retry carries the id of its message, the next message another one. */
function useSendMessage(posted: ContactResult | undefined) {
  const { data, state, submit } = useFetcher();
  const result = (data as ContactResult | undefined) ?? posted;
  const submissionId = useRef("");
  useEffect(() => {
    if (result?.status === "sent") submissionId.current = "";
  }, [result]);
  function send(form: FormData) {
    submissionId.current ||= newUuid();
    form.set("submissionId", submissionId.current);
    submit(form, { method: "post", action: ACTION });
  }
  return { result, send, sending: state === "submitting" };
}

/** Returns a new object for each result, because conform ignores one that it has seen. */
function conformResult(result: ContactResult | undefined): SubmissionResult | undefined {
  if (result === undefined) return undefined;
  if (result.status === "sent") return { initialValue: null };
  return result.submission ? { ...result.submission } : {};
}

/** Whether the message was sent. Errors of fields stand beside their fields instead. */
function ResultStatus({ result, email }: { result: ContactResult | undefined; email: string }) {
  if (result?.status === "sent") {
    return (
      <FormStatus tone="success" attempt={result}>
        <p>{CONTACT_TEXTS.sent}</p>
        <p className="mt-1 text-sm font-normal">{CONTACT_TEXTS.reference(result.reference)}</p>
      </FormStatus>
    );
  }
  return (
    <FormStatus tone="error" attempt={result}>
      {result?.status === "failed" ? withLink(contactFailureText(result.code, email), email) : null}
    </FormStatus>
  );
}

/** The text with the address in it as a link. */
function withLink(text: string, email: string) {
  const [before, after] = text.split(email);
  if (after === undefined) return <p>{text}</p>;
  return (
    <p>
      {before}
      <a href={`mailto:${email}`} className="underline underline-offset-4">
        {email}
      </a>
      {after}
    </p>
  );
}
