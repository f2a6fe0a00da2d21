import { useEffect, useRef } from "react";
import type { FormEventHandler } from "react";
import { TrapFields } from "../../submissions/trap/trap-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldErrors, FieldLabel } from "../../ui/field-parts.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { MAX_EMAIL } from "./email.ts";
import { NEWSLETTER_TEXTS, newsletterFailureText } from "./messages.ts";
import type { NewsletterOutcome } from "./outcome.ts";

export type NewsletterProblem = Exclude<NewsletterOutcome, { status: "subscribed" }>;

interface NewsletterFormProps {
  /** Keeps ids apart when two forms are on a page. */
  id: string;
  /** What went wrong last time; a new object for every attempt, so that it is focused and read again. */
  problem?: NewsletterProblem | undefined;
  busy?: boolean;
  email?: string;
  /** Sends the form by script. Without it, and without scripts, the browser posts it. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
}

/** One address and a button. */
export function NewsletterForm({ id, problem, busy = false, email = "", onSubmit }: NewsletterFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const invalid = problem?.status === "invalid";
  useEffect(() => {
    if (problem?.status === "invalid") input.current?.focus();
  }, [problem]);
  return (
    <form method="post" action="/newsletter" noValidate onSubmit={onSubmit}>
      <FieldLabel htmlFor={`${id}-email`} label={NEWSLETTER_TEXTS.email} />
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
      <TrapFields />
      <FormStatus tone="error" attempt={problem} className="mt-3 text-sm">
        {problem?.status === "failed" ? newsletterFailureText(problem.code) : null}
      </FormStatus>
      <Button type="submit" className="mt-3 w-full" aria-live="polite" aria-disabled={busy}>
        {busy ? NEWSLETTER_TEXTS.subscribing : NEWSLETTER_TEXTS.subscribe}
      </Button>
      <p className="mt-3 text-xs text-ink-faint">{NEWSLETTER_TEXTS.privacy}</p>
    </form>
  );
}
