import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyedHash } from "./secret.server.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is bound to: it opens only with the same secret, purpose and owner. */
export interface Seal {
  /** SESSION_SECRET. */
  secret: string;
  purpose: string;
  /** Id of the document or user. */
  owner: string;
}

const keyOf = ({ secret, purpose }: Seal) => keyedHash(secret, `seal ${purpose}`, "");

/** Encrypts a text with AES-256-GCM under a key derived from the secret. Returns base64url. */
export function sealText(text: string, seal: Seal): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(seal), iv).setAAD(Buffer.from(seal.owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts the result of `sealText`. Returns null when the text or any part of the seal differs. */
export function openSealedText(sealed: string, seal: Seal): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv("aes-256-gcm", keyOf(seal), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(seal.owner))
    .setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}
