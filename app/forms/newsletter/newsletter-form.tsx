import { parse, useForm } from "@conform-to/react";
import { useMemo, useState } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { isEmailAddress } from "../../model/email-address.ts";
import type { SubscriptionSource } from "../../model/newsletter.ts";
import { SHORT_TEXT } from "../../model/text-lengths.ts";
import SIGN_UP from "../../model/texts/sign-up.json" with { type: "json" };
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { useFocusOnOnlyError, useOpenErrors } from "../../ui/use-open-errors.ts";
import { NEWSLETTER_TEXTS, newsletterFailureText } from "./messages.ts";
import { NEWSLETTER_ACTION, type SubscribeResult } from "./sign-up.ts";

export type NewsletterProblem = Exclude<SubscribeResult, { status: "subscribed" }>;

interface NewsletterFormProps {
  /** Keeps ids apart when two forms are on a page. */
  id: string;
  /** The result of the last attempt; a new object each time, so that it is focused and read again. */
  problem?: NewsletterProblem | undefined;
  busy?: boolean;
  source?: SubscriptionSource;
  /** Sends the form by script; without it the browser posts the form. */
  onSend?: (form: FormData) => void;
}

/** Checks the email on the spot, as the server's schema does. */
const check = (form: FormData) =>
  parse<{ email: string }, string[]>(form, {
    resolve({ email }) {
      const value = { email: String(email ?? "") };
      return isEmailAddress(value.email) ? { value } : { error: { email: [NEWSLETTER_TEXTS.emailInvalid] } };
    },
  });

export function NewsletterForm({
  id,
  problem: received,
  busy = false,
  source = "popup",
  onSend,
}: NewsletterFormProps) {
  const texts = useTexts(SIGN_UP);
  const [typo, setTypo] = useState<NewsletterProblem>();
  const problem = typo ?? received;
  const { result, clear } = useOpenErrors(useMemo(() => problem?.submission, [problem]));
  const [form, fields] = useForm<{ email: string }>({
    id,
    constraint: { email: { maxLength: SHORT_TEXT } },
    lastResult: result,
    onSubmit(event, { formData }) {
      if (onSend || busy) event.preventDefault();
      if (busy) return;
      const checked = check(formData);
      if (checked.status === "success") {
        setTypo(undefined);
        return onSend?.(formData);
      }
      event.preventDefault();
      setTypo({ status: "invalid", submission: checked.reply() });
    },
  });
  useFocusOnOnlyError(problem?.status === "invalid" ? [fields.email.id] : [], problem);
  return (
    <form
      id={form.id}
      method="post"
      action={NEWSLETTER_ACTION}
      noValidate
      onSubmit={form.onSubmit}
      onInput={(event) => clear((event.target as HTMLInputElement).name)}
    >
      <Field field={fields.email} type="email" label={texts.email} inputProps={{ autoComplete: "email" }} />
      {source === "popup" ? null : <input type="hidden" name="source" value={source} />}
      <SpamFields />
      <FormStatus tone="error" attempt={problem} className="mt-3 text-sm">
        {problem?.status === "failed" ? newsletterFailureText(problem.code) : null}
      </FormStatus>
      <Button type="submit" className="mt-3 w-full" aria-live="polite" aria-disabled={busy}>
        {busy ? NEWSLETTER_TEXTS.subscribing : texts.subscribe}
      </Button>
      <p className="mt-3 text-xs text-ink-faint">{texts.privacy}</p>
    </form>
  );
}
