import { FormStatus } from "../../ui/form-status.tsx";
import { CONTACT_TEXTS, contactFailureText } from "./messages.ts";
import type { ContactOutcome } from "./outcome.ts";

interface OutcomeStatusProps {
  outcome: ContactOutcome | undefined;
  email: string;
}

/** What became of the message, in words. Errors of fields stand beside their fields instead. */
export function OutcomeStatus({ outcome, email }: OutcomeStatusProps) {
  if (outcome?.status === "sent") {
    return (
      <FormStatus tone="success" attempt={outcome}>
        <p>{CONTACT_TEXTS.sent}</p>
        <p className="mt-1 text-sm font-normal">{CONTACT_TEXTS.reference(outcome.reference)}</p>
      </FormStatus>
    );
  }
  return (
    <FormStatus tone="error" attempt={outcome}>
      {outcome?.status === "failed" ? withLink(contactFailureText(outcome.code, email), email) : null}
    </FormStatus>
  );
}

/** The text as it is, with the address in it as a link. */
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
