import { useForm, type SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { textField, useEditable } from "../../content/editable.ts";
import { useTexts } from "../../content/use-texts.ts";
import { SERVICE_LEFT } from "../../model/contact.ts";
import CONTACT_TEXTS from "../../model/texts/contact-form.json" with { type: "json" };
import { fillIn } from "../../model/texts/texts.ts";
import { newUuid } from "../../model/uuid.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { WrongFields } from "../../ui/error-summary.tsx";
import { FieldControl } from "../../ui/field-control.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import { type ContactFormView, type ContactResult, contactFailureText } from "./messages.ts";

const ACTION = "/contact";
/** Id of what a form that was posted without scripts shows first. */
const RESULT = "contact-result";

interface ContactFormProps {
  /** The company's email, for the texts that name it. */
  email: string;
  /** The form as it was when the page was loaded. */
  form: ContactFormView;
  /** The result of a form that was posted without scripts. */
  posted?: ContactResult | undefined;
}

/** docs/specification.md, section 2, "Contact message form". */
export function ContactForm({ email, form, posted }: ContactFormProps) {
  const sending = useSendMessage(posted);
  const { result } = sending;
  const [shown, setShown] = useState(form);
  // The owner has changed the form since: the typed values move into the current one.
  if (result?.status === "invalid" && result.form.version !== shown.version) setShown(result.form);
  return <Fields key={shown.version} email={email} form={shown} {...sending} />;
}

interface FieldsProps extends ReturnType<typeof useSendMessage> {
  email: string;
  form: ContactFormView;
}

function Fields({ email, form: { fields: asked, constraint, service }, result, sending, send }: FieldsProps) {
  const texts = useTexts(CONTACT_TEXTS);
  const edit = useEditable();
  const [sentOnce, setSentOnce] = useState(false);
  const [isTouched, setTouched] = useState(false);
  if (result?.status === "sent" && !sentOnce) {
    setSentOnce(true);
    setTouched(false);
  }
  const isLeft = (service === null || sentOnce) && !isTouched;
  const preset = asked.find(({ name }) => name === "service")?.defaultValue;

  const { result: open, clear } = useOpenErrors(useMemo(() => conformResult(result), [result]));
  const [form, fields] = useForm<Record<string, string>>({
    id: "contact",
    constraint,
    lastResult: open,
    defaultValue: preset === undefined ? {} : { service: (sentOnce ? null : service) ?? preset },
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }) {
      event.preventDefault();
      if (!sending) send(formData);
    },
  });
  const controls = asked.flatMap((of) => {
    const field = fields[of.name];
    return field ? [{ of, field }] : [];
  });
  return (
    <form
      id={form.id}
      method="post"
      action={`${ACTION}#${RESULT}`}
      noValidate
      onSubmit={form.onSubmit}
      onInput={(event) => {
        const { name } = event.target as HTMLInputElement;
        if (name === "service") setTouched(true);
        clear(name);
      }}
      className="grid gap-6"
    >
      {result?.status === "invalid" ? <span id={RESULT} className="-mb-6" /> : null}
      <WrongFields
        heading={texts.summary}
        fields={controls.map(({ of, field }) => ({ name: of.name, id: field.id, label: of.label }))}
        result={result?.status === "sent" ? undefined : result}
        open={open.error}
      />
      {controls.map(({ of, field }) => (
        <FieldControl key={of.name} of={of} field={field} rows={7} />
      ))}
      {preset !== undefined && isLeft ? <input type="hidden" name={SERVICE_LEFT} value="yes" /> : null}
      <SpamFields />
      <div id={result?.status === "invalid" ? undefined : RESULT}>
        <ResultStatus result={result} email={email} />
      </div>
      <Button
        {...edit(textField(CONTACT_TEXTS, "send"))}
        type="submit"
        size="lg"
        className="sm:justify-self-start"
        aria-live="polite"
        aria-disabled={sending}
      >
        {sending ? texts.sending : texts.send}
      </Button>
    </form>
  );
}

/** Sends the message by script. A retry carries the same submission id, the next message a new one. */
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

/** Shows whether the message was sent. Errors of fields are next to their fields instead. */
function ResultStatus({ result, email }: { result: ContactResult | undefined; email: string }) {
  const texts = useTexts(CONTACT_TEXTS);
  if (result?.status === "sent") {
    return (
      <FormStatus tone="success" attempt={result}>
        <p>{texts.sent}</p>
        <p className="mt-1 text-sm font-normal">{fillIn(texts.reference, { reference: result.reference })}</p>
      </FormStatus>
    );
  }
  return (
    <FormStatus tone="error" attempt={result}>
      {result?.status === "failed" ? withLink(contactFailureText(texts, result.code, email), email) : null}
    </FormStatus>
  );
}

/** Returns the text with the email address in it as a link. */
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
