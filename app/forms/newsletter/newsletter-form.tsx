import { useEffect, useRef } from "react";
import type { FormEventHandler } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldErrors, FieldLabel } from "../../ui/field-parts.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { NEWSLETTER_TEXTS, newsletterFailureText } from "./messages.ts";
import { MAX_EMAIL, NEWSLETTER_ACTION, SIGN_UP } from "./sign-up.ts";
import { type SubscribeResult, type SubscriptionSource } from "./subscription.ts";

export type NewsletterProblem = Exclude<SubscribeResult, { status: "subscribed" }>;

interface NewsletterFormProps {
  /** Keeps ids apart when two forms are on a page. */
  id: string;
  /** The result of the last attempt; a new object each time, so that it is focused and read again. */
  problem?: NewsletterProblem | undefined;
  busy?: boolean;
  email?: string;
  source?: SubscriptionSource;
  /** Sends the form by script; without it the browser posts the form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
}

/** An email field and a button. */
export function NewsletterForm(props: NewsletterFormProps) {
  const { id, problem, busy = false, email = "", source = "popup", onSubmit } = props;
  const texts = useTexts(SIGN_UP);
  const input = useRef<HTMLInputElement>(null);
  const invalid = problem?.status === "invalid";
  useEffect(() => {
    if (problem?.status === "invalid") input.current?.focus();
  }, [problem]);
  return (
    <form method="post" action={NEWSLETTER_ACTION} noValidate onSubmit={onSubmit}>
      <FieldLabel htmlFor={`${id}-email`} label={texts.email} />
      <input
        ref={input}
        id={`${id}-email`}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        defaultValue={email}
        className="control"
        aria-required
        {...(invalid ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      <FieldErrors id={`${id}-error`} errors={invalid ? [NEWSLETTER_TEXTS.emailInvalid] : undefined} />
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
