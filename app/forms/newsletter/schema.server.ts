import { z } from "zod";
import { isEmailAddress } from "./email.ts";
import { NEWSLETTER_TEXTS } from "./messages.ts";

/** What a visitor may send: one address, trimmed, with one message for everything wrong (specification 5). */
export const newsletterSchema = z.object({
  email: z
    .string({ error: NEWSLETTER_TEXTS.emailInvalid })
    .trim()
    .refine(isEmailAddress, NEWSLETTER_TEXTS.emailInvalid),
});
