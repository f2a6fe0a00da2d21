import { z } from "zod";
import type { ContactMessage, StoredAnswer } from "../../model/contact.ts";
import { asShown } from "../../model/field.ts";
import type { SpamReason } from "../../model/spam.ts";
import { fieldSchema } from "../../submissions/field-schema.server.ts";
import type { ContactForm } from "./form-fields.server.ts";

/** docs/specification.md, section 5, "Contact message form". Trims the values. */
export const contactSchema = ({ fields, services }: ContactForm) =>
  z.object(
    Object.fromEntries(
      fields.map((field) => {
        const linked = field.name === "service" ? services.map(({ title }) => title) : [];
        const choices = field.choices && [...field.choices, ...asShown(...linked)];
        return [field.name, fieldSchema({ ...field, ...(choices ? { choices } : {}) }) as z.ZodType<string>];
      }),
    ),
  );

/** docs/specification.md, section 3, "Contact submission". */
export interface StoredMessage extends ContactMessage {
  submitted_at: string;
  /** True when the service is the form's default and nobody chose it. */
  serviceLeft?: true;
  /** Only where the form has questions of the owner's own. */
  answers?: StoredAnswer[];
  suspected?: SpamReason;
}
