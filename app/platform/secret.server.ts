import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "./env.server.ts";
import { AppError } from "./errors.ts";

const FILE = "session-secret";
const BYTES = 32;

/**
 * Returns the secret of all signatures: SESSION_SECRET, else one that is created once in the data directory. With hosted Sanity or a
 * shared lake in production SESSION_SECRET is required, because several machines would each create their own.
 * Throws an AppError when it is missing or the stored one is damaged.
 */
export function loadSecret(env: Pick<Env, "sessionSecret" | "dataDir" | "production" | "content">): string {
  if (env.sessionSecret) return env.sessionSecret;
  if (env.production && (env.content.mode === "hosted" || env.content.siteToken)) {
    throw new AppError("internal", "SESSION_SECRET is not set. Make one with: openssl rand -base64 32");
  }
  return readSecret(env.dataDir) ?? makeSecret(env.dataDir);
}

/** Compares a signature that came in, in base64url, with the one expected, in constant time. */
export function isSigned(signature: string, expected: Buffer): boolean {
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the HMAC-SHA256 of `data`. The purpose keeps a signature for one use from being valid for another. */
export function keyedHash(secret: string, purpose: string, data: string): Buffer {
  return createHmac("sha256", secret).update(`${purpose}\0${data}`).digest();
}

function readSecret(dataDir: string): string | undefined {
  const path = join(dataDir, FILE);
  let stored: string;
  try {
    stored = readFileSync(path, "utf8").trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new AppError("internal", `The secret in ${path} cannot be read.`, { cause });
  }
  if (Buffer.from(stored, "base64url").length < BYTES) {
    throw new AppError("internal", `${path} is damaged. Delete it to have a new secret made.`);
  }
  return stored;
}

/** Writes a temporary file and links it, so that two processes that start at once use the same secret. */
function makeSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, randomBytes(BYTES).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  } finally {
    rmSync(draft);
  }
  return readSecret(dataDir) as string;
}

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
