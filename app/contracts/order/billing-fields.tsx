import { Link } from "@remix-run/react";
import { useState } from "react";
import { PlainField } from "../../ui/plain-field.tsx";
import type { Billing } from "./form-values.ts";
import type { CardErrors } from "./use-order.ts";

interface BillingFieldsProps {
  /** Defaults from the contact step. */
  known: Billing;
  zipFromContact: string;
  /** Of the last attempt; a new object for every one. */
  errors: CardErrors;
}

/** The card holder. The ZIP code comes from the contact step and is changed there. */
export function BillingFields({ known, zipFromContact, errors }: BillingFieldsProps) {
  /** The errors of each field that was edited since. */
  const [read, setRead] = useState<Partial<Record<keyof CardErrors, CardErrors>>>({});
  const field = (name: keyof CardErrors) => ({
    id: `card-${name}`,
    name: `card.${name}`,
    errors: errors[name] && read[name] !== errors ? [errors[name]] : [],
    onInput: () => setRead({ ...read, [name]: errors }),
  });
  return (
    <div className="grid gap-6">
      <PlainField {...field("name")} label="Full name" defaultValue={known.name} autoComplete="cc-name" />
      <PlainField
        {...field("email")}
        label="Email for the receipt"
        type="email"
        defaultValue={known.email}
        autoComplete="email"
      />
      <div>
        <PlainField
          {...field("zip")}
          key={zipFromContact}
          label="ZIP/postal code"
          defaultValue={zipFromContact}
          readOnly={zipFromContact !== ""}
          autoComplete="postal-code"
          aria-describedby={zipFromContact ? "card-zip-note" : undefined}
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
