import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor } from "./actor.ts";

/** The two tokens of a lake. Whoever holds `write` may do everything. */
export interface Tokens {
  read: string;
  write: string;
}

const robot = { email: "", picture: null, by: "token" } as const;
export const READER: Actor = { ...robot, id: "robot-read", name: "Read token", role: "viewer" };
export const WRITER: Actor = { ...robot, id: "robot-write", name: "Write token", role: "administrator" };

const isToken = (value: unknown): value is string => typeof value === "string" && value.length >= 32;

const newToken = (): string => `sk${randomBytes(32).toString("base64url")}`;

function parseTokens(text: string, file: string): Tokens {
  const value = JSON.parse(text) as Partial<Tokens>;
  if (isToken(value.read) && isToken(value.write)) return { read: value.read, write: value.write };
  throw new Error(`${file} does not hold a read and a write token; delete it to have new ones made`);
}

/** The tokens in `tokens.json` of the directory; made at the first start, readable by the owner only. */
export function loadTokens(directory: string): Tokens {
  const file = join(directory, "tokens.json");
  try {
    return parseTokens(readFileSync(file, "utf8"), file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const tokens = { read: newToken(), write: newToken() };
  writeFileSync(file, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return tokens;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Makes the check of an `Authorization` header: an actor, `null` without a header, `"unknown"` for a token that is
 * not ours. Takes the same time for every token of whatever length.
 */
export function createAuthenticator(tokens: Tokens): (header: string | null) => Actor | null | "unknown" {
  const read = digest(tokens.read);
  const write = digest(tokens.write);
  return (header) => {
    if (header === null) return null;
    const given = digest(/^Bearer (.+)$/i.exec(header)?.[1] ?? "");
    const isWriter = timingSafeEqual(given, write);
    const isReader = timingSafeEqual(given, read);
    if (isWriter) return WRITER;
    return isReader ? READER : "unknown";
  };
}
