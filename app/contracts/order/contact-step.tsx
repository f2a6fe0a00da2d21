import { getFieldsetProps, type FieldMetadata } from "@conform-to/react";
import { clientFields, type ClientFieldName, type ContactInfo } from "../../model/contracts/client-fields.ts";
import type { SubmissionField } from "../../model/field.ts";
import { FieldControl } from "../../ui/field-control.tsx";

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
        <ClientInput name="firstName" metadata={contact.firstName} />
        <ClientInput name="lastName" metadata={contact.lastName} />
      </div>
      <ClientInput name="companyName" metadata={contact.companyName} />
      <div className="grid gap-6 sm:grid-cols-2">
        <ClientInput name="phone" metadata={contact.phone} optional={phoneOptional} />
        <ClientInput name="email" metadata={contact.email} />
      </div>
      <fieldset {...getFieldsetProps(contact.address)} className="grid min-w-0 gap-6">
        <legend className="mb-4 text-lg font-semibold text-ink">Address</legend>
        <ClientInput name="address.street" metadata={address.street} />
        <ClientInput name="address.street2" metadata={address.street2} />
        <div className="grid gap-6 sm:grid-cols-[2fr_1fr_1fr]">
          <ClientInput name="address.city" metadata={address.city} />
          <ClientInput name="address.state" metadata={address.state} />
          <ClientInput name="address.zipCode" metadata={address.zipCode} />
        </div>
      </fieldset>
    </div>
  );
}

interface ClientInputProps {
  name: ClientFieldName;
  metadata: FieldMetadata<string>;
  /** Whether a required field may stay empty here. */
  optional?: boolean;
}

function ClientInput({ name, metadata, optional = false }: ClientInputProps) {
  const field = clientFields.find((entry) => entry.name === name) as SubmissionField;
  return <FieldControl of={field} field={metadata} optional={optional || field.required === undefined} />;
}
