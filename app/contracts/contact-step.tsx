import { getFieldsetProps, type FieldMetadata } from "@conform-to/react";
import { Field } from "../ui/field.tsx";
import type { ContactInfo } from "./contract-document.ts";

interface ContactStepProps {
  field: FieldMetadata<ContactInfo>;
  /** In the admin's form the telephone may be left to the client. */
  phoneOptional?: boolean;
}

/** Step 2. First name, last name, telephone and email are required (docs/specification.md, section 2). */
export function ContactStep({ field, phoneOptional = false }: ContactStepProps) {
  const contact = field.getFieldset();
  const address = contact.address.getFieldset();
  return (
    <div className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        <Field field={contact.firstName} label="First name" inputProps={{ autoComplete: "given-name" }} />
        <Field field={contact.lastName} label="Last name" inputProps={{ autoComplete: "family-name" }} />
      </div>
      <Field
        field={contact.companyName}
        label="Company name"
        optional
        inputProps={{ autoComplete: "organization" }}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          field={contact.phone}
          type="tel"
          label="Telephone"
          optional={phoneOptional}
          inputProps={{ autoComplete: "tel" }}
        />
        <Field field={contact.email} type="email" label="Email" inputProps={{ autoComplete: "email" }} />
      </div>
      <fieldset {...getFieldsetProps(contact.address)} className="grid min-w-0 gap-6">
        <legend className="mb-4 text-lg font-semibold text-ink">Address</legend>
        <Field
          field={address.street}
          label="Street"
          optional
          inputProps={{ autoComplete: "address-line1" }}
        />
        <Field
          field={address.street2}
          label="Street, second line"
          optional
          inputProps={{ autoComplete: "address-line2" }}
        />
        <div className="grid gap-6 sm:grid-cols-[2fr_1fr_1fr]">
          <Field field={address.city} label="City" optional inputProps={{ autoComplete: "address-level2" }} />
          <Field
            field={address.state}
            label="State"
            optional
            inputProps={{ autoComplete: "address-level1" }}
          />
          <Field
            field={address.zipCode}
            label="ZIP code"
            optional
            inputProps={{ autoComplete: "postal-code" }}
          />
        </div>
      </fieldset>
    </div>
  );
}
