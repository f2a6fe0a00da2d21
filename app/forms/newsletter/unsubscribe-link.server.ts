import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/secret.server.ts";

const sign = (secret: string, key: string) => keyedHash(secret, "newsletter-unsubscribe", key);

/**
 * The link that every newsletter carries, for the page and for one-click alike. It names the subscription by its key, not
 * by the address, and does not expire: someone who finds an old newsletter may still leave.
 */
export function unsubscribeUrl(secret: string, publicUrl: string, key: string): string {
  return `${publicUrl}/unsubscribe?token=${key}.${sign(secret, key).toString("base64url")}`;
}

/** The two headers that let a mail program offer its own button (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The key inside a token, or undefined when the token was not made with this secret. */
export function readUnsubscribeToken(secret: string, token: string): string | undefined {
  const match = /^([0-9a-f]{64})\.([\w-]{43})$/.exec(token);
  const [, key, signature] = match ?? [];
  if (!key || !signature) return undefined;
  const expected = sign(secret, key);
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? key : undefined;
}
