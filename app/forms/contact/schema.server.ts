import { getZodConstraint } from "@conform-to/zod/v4";
import { z } from "zod";
import type { SpamReason } from "../../submissions/spam/spam-check.server.ts";
import { DEFAULT_SERVICE, SERVICE_OPTIONS } from "./contact-message.ts";
import { CONTACT_TEXTS } from "./messages.ts";
import { EMAIL_ADDRESS, LONG_TEXT, manyLines, oneLine, SHORT_TEXT } from "../../submissions/typed-text.ts";

const line = (missing?: string) => z.string({ error: missing }).overwrite(oneLine);
const required = (error: string) => ({ error, abort: true });
const atMost = (limit: number) => ({ error: CONTACT_TEXTS.tooLong(limit), abort: true });

/** docs/specification.md, section 5, "Contact message form". Trims the values. */
export const contactSchema = z.object({
  name: line(CONTACT_TEXTS.nameRequired)
    .min(1, required(CONTACT_TEXTS.nameRequired))
    .max(SHORT_TEXT, atMost(SHORT_TEXT)),
  email: line(CONTACT_TEXTS.emailRequired)
    .min(1, required(CONTACT_TEXTS.emailRequired))
    .max(SHORT_TEXT, atMost(SHORT_TEXT))
    .regex(EMAIL_ADDRESS, CONTACT_TEXTS.emailInvalid),
  phone: line().max(SHORT_TEXT, atMost(SHORT_TEXT)).default(""),
  service: z.enum(SERVICE_OPTIONS, { error: CONTACT_TEXTS.serviceUnknown }).default(DEFAULT_SERVICE),
  message: z
    .string({ error: CONTACT_TEXTS.messageRequired })
    .overwrite(manyLines)
    .min(1, required(CONTACT_TEXTS.messageRequired))
    .max(LONG_TEXT, atMost(LONG_TEXT)),
});

export type ContactMessage = z.infer<typeof contactSchema>;

/** docs/specification.md, section 3, "Contact submission". */
export interface StoredMessage extends ContactMessage {
  submitted_at: string;
  suspected?: SpamReason;
}

export const CONTACT_FIELDS = Object.keys(contactSchema.shape) as (keyof ContactMessage)[];

/** conform reads lengths from where zod 4.6 no longer has them. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  name: SHORT_TEXT,
  email: SHORT_TEXT,
  phone: SHORT_TEXT,
  message: LONG_TEXT,
};

const constraints = getZodConstraint(contactSchema);

/** What the browser gets of the schema: lengths and what is required, as HTML attributes. */
export const contactConstraint: typeof constraints = {
  ...constraints,
  ...Object.fromEntries(
    Object.entries(MAX_LENGTHS).map(([name, maxLength]) => [name, { ...constraints[name], maxLength }]),
  ),
};
