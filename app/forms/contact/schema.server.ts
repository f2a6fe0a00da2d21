import { getZodConstraint } from "@conform-to/zod/v4";
import { z } from "zod";
import { contactFields, type ContactField, type ContactMessage } from "../../model/contact.ts";
import { maxLengthOf } from "../../model/field.ts";
import type { SpamReason } from "../../model/spam.ts";
import { fieldSchema } from "../../submissions/field-schema.server.ts";

/** docs/specification.md, section 5, "Contact message form". Trims the values. */
export const contactSchema = z.object(
  Object.fromEntries(contactFields.map((field) => [field.name, fieldSchema(field)])) as Record<
    ContactField,
    z.ZodType<string>
  >,
);

/** docs/specification.md, section 3, "Contact submission". */
export interface StoredMessage extends ContactMessage {
  submitted_at: string;
  /** True when the service is the form's default and nobody chose it. */
  serviceLeft?: true;
  suspected?: SpamReason;
}

const constraints = getZodConstraint(contactSchema);

/** HTML attributes for the browser: lengths, which conform cannot read from zod 4.6, and what is required. */
export const contactConstraint: typeof constraints = Object.fromEntries(
  contactFields.map((field) => [
    field.name,
    { ...constraints[field.name], ...(field.kind === "select" ? {} : { maxLength: maxLengthOf(field) }) },
  ]),
);
