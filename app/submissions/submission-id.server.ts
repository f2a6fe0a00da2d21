import { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Returns a UUID in lower case. Throws an AppError `bad-request` for anything else. */
export function requireUuid(value: unknown): string {
  if (typeof value !== "string" || !UUID.test(value))
    throw new AppError("bad-request", "The submission id is not a UUID.");
  return value.toLowerCase();
}

/** Shapes 16 bytes of a hash as a UUID of version 8, the one RFC 9562 leaves to applications. */
function asUuid(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A UUID that is the same for the same content, so that sending it again finds the same document. */
export function contentId(secret: string, content: readonly string[]): string {
  return asUuid(keyedHash(secret, "submission-id", JSON.stringify(content)));
}

/**
 * The id of a submission. The browser mints one for every message and posts it, so a double click or a retry makes one
 * document. Without scripts it is empty, and the same content on the same day counts as the same submission.
 * Throws an AppError `bad-request` when what was posted is no UUID.
 */
export function submissionId(posted: string, secret: string, content: readonly string[], now: Date): string {
  if (posted === "") return contentId(secret, [now.toISOString().slice(0, 10), ...content]);
  return requireUuid(posted);
}
