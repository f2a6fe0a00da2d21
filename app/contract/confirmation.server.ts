import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../platform/secret.server.ts";
import { uuidBytes, uuidOf } from "./uuid-bytes.ts";

const MAC_BYTES = 15;
const ID_BYTES = 16;

function mac(secret: string, id: Buffer): Buffer {
  return keyedHash(secret, "order-confirmation", id.toString("hex")).subarray(0, MAC_BYTES);
}

/**
 * The part of an order's private address: opaque, unguessable, and naming nothing but the order. `submissionId` is the
 * UUID that the form minted.
 */
export function confirmationToken(secret: string, submissionId: string): string {
  const id = uuidBytes(submissionId);
  return Buffer.concat([id, mac(secret, id)]).toString("base64url");
}

/** The submission id behind a token, or null when the token is not one of ours. */
export function readConfirmationToken(secret: string, token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  // Only the one spelling that was given out: decoding overlooks characters that are not its own.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), mac(secret, id))) return null;
  return uuidOf(id);
}
