import { TrapFields } from "../../submissions/trap/trap-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { wrongFields } from "../../ui/wrong-fields.ts";
import { CONTACT_TEXTS } from "./messages.ts";
import type { ContactOutcome } from "./outcome.ts";
import { OutcomeStatus } from "./outcome-status.tsx";
import { SERVICE_OPTIONS } from "./service-options.ts";
import type { ServiceOption } from "./service-options.ts";
import { useContactForm } from "./use-contact-form.ts";
import type { ContactConstraint } from "./use-contact-form.ts";

interface ContactFormProps {
  /** The company's address, for the texts that name it. */
  email: string;
  service: ServiceOption;
  constraint: ContactConstraint;
  outcome?: ContactOutcome | undefined;
}

const OPTIONS = SERVICE_OPTIONS.map((option) => ({ value: option, label: option }));
const { labels } = CONTACT_TEXTS;
const NAMES = Object.keys(labels) as (keyof typeof labels)[];

/** Specification 2, "Contact message form". */
export function ContactForm({ email, service, constraint, outcome: posted }: ContactFormProps) {
  const { form, fields, outcome, sending } = useContactForm({ service, constraint, posted });
  const wrong = wrongFields(NAMES, outcome);
  return (
    <form
      id={form.id}
      method="post"
      action="/contact"
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-6"
    >
      {/* A single mistake has the focus in its field already. */}
      {wrong.length > 1 ? (
        <ErrorSummary
          heading={CONTACT_TEXTS.summary}
          attempt={outcome}
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
      <TrapFields />
      <OutcomeStatus outcome={outcome} email={email} />
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
