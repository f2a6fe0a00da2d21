import { Link } from "@remix-run/react";
import { useState, type ComponentPropsWithoutRef } from "react";
import { FieldErrors, FieldLabel } from "../../ui/field-parts.tsx";
import type { Billing } from "./form-values.ts";
import type { CardErrors } from "./use-order.ts";

interface BillingFieldsProps {
  /** Defaults from the contact step. */
  known: Billing;
  zipFromContact: string;
  errors: CardErrors;
}

function BillingField({
  id,
  label,
  errors,
  error: key,
  noteId,
  ...input
}: ComponentPropsWithoutRef<"input"> & {
  id: string;
  label: string;
  /** Errors of the last attempt, and the key of this field. */
  errors: CardErrors;
  error: keyof CardErrors;
  noteId?: string | undefined;
}) {
  const [edited, setEdited] = useState<CardErrors>();
  const error = edited === errors ? undefined : errors[key];
  const described = [error ? `${id}-error` : null, noteId].filter(Boolean).join(" ");
  return (
    <>
      <FieldLabel htmlFor={id} label={label} />
      <input
        id={id}
        className="control"
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onInput={() => setEdited(errors)}
        {...input}
      />
      <FieldErrors id={`${id}-error`} errors={error ? [error] : undefined} />
    </>
  );
}

/** The card holder. The ZIP code comes from the contact step and is changed there. */
export function BillingFields({ known, zipFromContact, errors }: BillingFieldsProps) {
  return (
    <div className="grid gap-6">
      <div>
        <BillingField
          id="card-name"
          name="card.name"
          label="Full name"
          defaultValue={known.name}
          autoComplete="cc-name"
          errors={errors}
          error="name"
        />
      </div>
      <div>
        <BillingField
          id="card-email"
          name="card.email"
          label="Email for the receipt"
          type="email"
          defaultValue={known.email}
          autoComplete="email"
          errors={errors}
          error="email"
        />
      </div>
      <div>
        <BillingField
          key={zipFromContact}
          id="card-zip"
          name="card.zip"
          label="ZIP/postal code"
          defaultValue={zipFromContact}
          readOnly={zipFromContact !== ""}
          autoComplete="postal-code"
          noteId={zipFromContact ? "card-zip-note" : undefined}
          errors={errors}
          error="zip"
        />
        {zipFromContact ? (
          <p id="card-zip-note" className="mt-2 text-sm text-ink-faint">
            Taken from your contact information.{" "}
            <Link to="?step=2" className="underline underline-offset-4">
              Change it there
            </Link>
          </p>
        ) : null}
      </div>
    </div>
  );
}
