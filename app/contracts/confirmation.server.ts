import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../platform/secret.server.ts";
import { uuidBytes, uuidOf } from "./uuid-bytes.ts";

const MAC_BYTES = 15;
const ID_BYTES = 16;
const DAY_BYTES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an order's private link holds, counted from the order's last event, or from when it was mailed anew. */
const LINK_MS = 90 * DAY_MS;

function mac(secret: string, content: Buffer): Buffer {
  return keyedHash(secret, "order-confirmation", content.toString("hex")).subarray(0, MAC_BYTES);
}

const sealed = (secret: string, content: Buffer) =>
  Buffer.concat([content, mac(secret, content)]).toString("base64url");

/**
 * The part of an order's private address: opaque, unguessable, and naming nothing but the order. `submissionId` is the
 * UUID that the form minted.
 */
export function confirmationToken(secret: string, submissionId: string): string {
  return sealed(secret, uuidBytes(submissionId));
}

/** The same for a link that is mailed anew: it also tells the day, from which it holds. */
export function renewedToken(secret: string, submissionId: string, now: Date): string {
  const day = Buffer.alloc(DAY_BYTES);
  day.writeUInt16BE(Math.floor(now.getTime() / DAY_MS));
  return sealed(secret, Buffer.concat([uuidBytes(submissionId), day]));
}

interface OrderLink {
  submissionId: string;
  /** When a link that was mailed anew was made, in ms since 1970; 0 for an order's first one. */
  renewedAt: number;
}

/** What a token names, or null when it is not one of ours. */
export function readConfirmationToken(secret: string, token: string): OrderLink | null {
  const bytes = Buffer.from(token, "base64url");
  // Only the one spelling that was given out: decoding overlooks characters that are not its own.
  if (bytes.toString("base64url") !== token) return null;
  const content = bytes.subarray(0, -MAC_BYTES);
  if (content.length !== ID_BYTES && content.length !== ID_BYTES + DAY_BYTES) return null;
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(secret, content))) return null;
  const renewedAt = content.length > ID_BYTES ? content.readUInt16BE(ID_BYTES) * DAY_MS : 0;
  return { submissionId: uuidOf(content.subarray(0, ID_BYTES)), renewedAt };
}

/** Whether a link to an order has ended. `_updatedAt` is the order's last event: sent, paid, refunded, given a status. */
export function isLinkEnded(
  { _updatedAt }: { _updatedAt: string },
  { renewedAt }: Pick<OrderLink, "renewedAt">,
  now: Date,
): boolean {
  return now.getTime() >= Math.max(Date.parse(_updatedAt), renewedAt) + LINK_MS;
}
