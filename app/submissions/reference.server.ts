import { keyedHash } from "../platform/secret.server.ts";

/** Crockford's alphabet: no I, L, O or U, so it can be read out on the telephone. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A short number to quote, such as `7KQ2-M9XD`, derived from a document id and telling nothing about it. */
export function referenceNumber(secret: string, documentId: string): string {
  const letters = Array.from(
    keyedHash(secret, "reference", documentId).subarray(0, 8),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
