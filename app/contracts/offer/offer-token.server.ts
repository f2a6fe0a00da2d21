import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/secret.server.ts";
import { uuidBytes, uuidOf } from "../uuid-bytes.ts";

const ID_BYTES = 16;
const VERSION_BYTES = 2;
const MAC_BYTES = 18;

function mac(secret: string, content: Buffer): Buffer {
  return keyedHash(secret, "admin-contract", content.toString("hex")).subarray(0, MAC_BYTES);
}

/** What a client's private link names: the contract's UUID, and which of its links it is. */
export interface OfferName {
  uuid: string;
  version: number;
}

/** The last part of a client's private link: opaque, and nobody without the secret can make one. */
export function offerToken(secret: string, { uuid, version }: OfferName): string {
  const number = Buffer.alloc(VERSION_BYTES);
  number.writeUInt16BE(version);
  const content = Buffer.concat([uuidBytes(uuid), number]);
  return Buffer.concat([content, mac(secret, content)]).toString("base64url");
}

/** What a token names, or null when it is not one of ours. */
export function readOfferToken(secret: string, token: string): OfferName | null {
  const bytes = Buffer.from(token, "base64url");
  // Only the one spelling that was given out: decoding overlooks what follows.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length !== ID_BYTES + VERSION_BYTES + MAC_BYTES) return null;
  const content = bytes.subarray(0, ID_BYTES + VERSION_BYTES);
  if (!timingSafeEqual(bytes.subarray(content.length), mac(secret, content))) return null;
  return { uuid: uuidOf(content.subarray(0, ID_BYTES)), version: content.readUInt16BE(ID_BYTES) };
}
