import { z } from "zod";
import { emailAddress, isEmailAddress } from "../../model/email-address.ts";
import type { SubscriptionSource } from "../../model/newsletter.ts";
import type { SpamReason } from "../../model/spam.ts";
import { isSigned, keyedHash } from "../../platform/secret.server.ts";
import { NEWSLETTER_TEXTS } from "./messages.ts";

/** One address, with one message for everything wrong (docs/specification.md, section 5). */
export const newsletterSchema = z.object({
  email: z
    .string({ error: NEWSLETTER_TEXTS.emailInvalid })
    .overwrite(emailAddress)
    .refine(isEmailAddress, NEWSLETTER_TEXTS.emailInvalid),
});

/** docs/specification.md, section 3, "Newsletter subscriber". */
export interface Subscriber {
  email: string;
  /** ISO date and time of the server. */
  subscribed_at: string;
  source: SubscriptionSource;
  suspected?: SpamReason;
}

/**
 * Returns 64 hexadecimal digits that identify an email without revealing it. Case is ignored, so a second subscription finds
 * the first.
 */
export function subscriberKey(secret: string, email: string): string {
  return keyedHash(secret, "newsletter-subscriber", email.toLowerCase()).toString("hex");
}

export function subscriberId(key: string): string {
  return `subscriber.${key}`;
}

export function subscriberKeyOf(id: string): string {
  return id.slice(subscriberId("").length);
}

const sign = (secret: string, key: string) => keyedHash(secret, "newsletter-unsubscribe", key);

/**
 * Returns the link in every newsletter, for the page and for one-click unsubscribing. It names the subscription by its key,
 * not by the email, and never expires.
 */
export function unsubscribeUrl(secret: string, publicUrl: string, key: string): string {
  return `${publicUrl}/unsubscribe?token=${key}.${sign(secret, key).toString("base64url")}`;
}

/** Returns the two headers that let a mail program offer its own button (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Returns the key inside a token, or undefined when the token was not made with this secret. */
export function readUnsubscribeToken(secret: string, token: string): string | undefined {
  const match = /^([0-9a-f]{64})\.([\w-]{43})$/.exec(token);
  const [, key, signature] = match ?? [];
  if (!key || !signature) return undefined;
  return isSigned(signature, sign(secret, key)) ? key : undefined;
}
