import { oneLine } from "../model/typed-text.ts";
import { isUuid } from "../model/uuid.ts";
import { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";

/** Returns a UUID in lower case. Throws an AppError `bad-request` for anything else. */
export function requireUuid(value: unknown): string {
  const id = typeof value === "string" ? value.toLowerCase() : "";
  if (!isUuid(id)) throw new AppError("bad-request", "The submission id is not a UUID.");
  return id;
}

/** Formats 16 bytes of a hash as a UUID of version 8, which RFC 9562 leaves to applications. */
function asUuid(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns a UUID that is always the same for the same content, so that a repeated submission finds its document. */
export function contentId(secret: string, content: readonly string[]): string {
  return asUuid(keyedHash(secret, "submission-id", JSON.stringify(content)));
}

/**
 * Returns the id of a submission. The browser mints one per message and posts it, so that a double click or a retry makes
 * one document. Without scripts it is empty, and the same content on the same day counts as the same submission. Throws an
 * AppError `bad-request` when the posted id is not a UUID.
 */
export function submissionId(posted: string, secret: string, content: readonly string[], now: Date): string {
  if (posted === "") return contentId(secret, [now.toISOString().slice(0, 10), ...content]);
  return requireUuid(posted);
}

/** Crockford's alphabet: no I, L, O or U, so it can be read out over the telephone. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns a short number to quote, such as `7KQ2-M9XD`, derived from a document id without revealing it. */
export function referenceNumber(secret: string, documentId: string): string {
  const letters = Array.from(
    keyedHash(secret, "reference", documentId).subarray(0, 8),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const REFERENCE = /^([\dA-HJKMNP-TV-Z]{4})[\s-]?([\dA-HJKMNP-TV-Z]{4})$/;

/** Returns the reference number that a text spells, `7kq2m9xd` too; null for any other text. O counts as 0, I and L as 1. */
export function readReference(text: string): string | null {
  const letters = oneLine(text).toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const [, first, last] = REFERENCE.exec(letters) ?? [];
  return first && last ? `${first}-${last}` : null;
}
