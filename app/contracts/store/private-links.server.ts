import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/secret.server.ts";

// Tokens of private links: an id and a few numbers, followed by a MAC, so that only the holder of the secret can create one.

const ID_BYTES = 16;
const NUMBER_BYTES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

interface TokenKind {
  /** Part of the MAC, so that a token of one kind is not accepted as the other. */
  purpose: "order-confirmation" | "admin-contract";
  macBytes: number;
}
const CONFIRMATION: TokenKind = { purpose: "order-confirmation", macBytes: 15 };
const OFFER: TokenKind = { purpose: "admin-contract", macBytes: 18 };

function mac(secret: string, { purpose, macBytes }: TokenKind, content: Buffer): Buffer {
  return keyedHash(secret, purpose, content.toString("hex")).subarray(0, macBytes);
}

function seal(secret: string, kind: TokenKind, uuid: string, number?: number): string {
  const id = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const bytes = Buffer.alloc(number === undefined ? 0 : NUMBER_BYTES);
  if (number !== undefined) bytes.writeUInt16BE(number);
  const content = Buffer.concat([id, bytes]);
  return Buffer.concat([content, mac(secret, kind, content)]).toString("base64url");
}

/** Returns the UUID and the number in a token, or null when this site did not make it. */
function unseal(
  secret: string,
  kind: TokenKind,
  token: string,
): { uuid: string; number: number | null } | null {
  const bytes = Buffer.from(token, "base64url");
  // Decoding ignores foreign characters: accept only the spelling that was given out.
  if (bytes.toString("base64url") !== token) return null;
  const content = bytes.subarray(0, -kind.macBytes);
  if (content.length !== ID_BYTES && content.length !== ID_BYTES + NUMBER_BYTES) return null;
  if (!timingSafeEqual(bytes.subarray(-kind.macBytes), mac(secret, kind, content))) return null;
  const hex = content.subarray(0, ID_BYTES).toString("hex");
  return {
    uuid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    number: content.length > ID_BYTES ? content.readUInt16BE(ID_BYTES) : null,
  };
}

/** How long a link to an order is valid after the order's last change, or after it was sent again. */
const LINK_MS = 90 * DAY_MS;

interface OrderLink {
  submissionId: string;
  /** When a link that was sent again was made, in ms since 1970; 0 for an order's first link. */
  renewedAt: number;
}

/** Returns the token of `/order/:token`. `submissionId` is the UUID that the form minted. */
export function confirmationToken(secret: string, submissionId: string): string {
  return seal(secret, CONFIRMATION, submissionId);
}

/** Like `confirmationToken`, for a link that is sent again: it also holds the day from which it is valid. */
export function renewedToken(secret: string, submissionId: string, now: Date): string {
  return seal(secret, CONFIRMATION, submissionId, Math.floor(now.getTime() / DAY_MS));
}

/** Returns what a confirmation token names, or null when this site did not make it. */
export function readConfirmationToken(secret: string, token: string): OrderLink | null {
  const link = unseal(secret, CONFIRMATION, token);
  return link && { submissionId: link.uuid, renewedAt: (link.number ?? 0) * DAY_MS };
}

/**
 * Whether a link to an order has expired, if its services do not run (`readLinkedContract`). `_updatedAt` is the order's last
 * change: placed, paid, refunded, reviewed. It is the store's time; events have the site's, which a demo can move.
 */
export function isLinkExpired(
  { _updatedAt, history = [] }: { _updatedAt: string; history?: readonly { at: string }[] },
  { renewedAt }: Pick<OrderLink, "renewedAt">,
  now: Date,
): boolean {
  const changes = [_updatedAt, ...history.map(({ at }) => at)].map((at) => Date.parse(at));
  return now.getTime() >= Math.max(renewedAt, ...changes) + LINK_MS;
}

/** What a client's private link names: the UUID of an adminContract, and which of its links this is. */
interface OfferLink {
  uuid: string;
  version: number;
}

/** Returns the token of `/contract/:token`. */
export function offerToken(secret: string, { uuid, version }: OfferLink): string {
  return seal(secret, OFFER, uuid, version);
}

/** Returns what an offer's token names, or null when this site did not make it. */
export function readOfferToken(secret: string, token: string): OfferLink | null {
  const link = unseal(secret, OFFER, token);
  return link && link.number !== null ? { uuid: link.uuid, version: link.number } : null;
}
