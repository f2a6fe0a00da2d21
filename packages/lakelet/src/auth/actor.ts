import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LakeDirectoryError } from "../model/errors.ts";
import type { Role } from "../model/role.ts";
import { replaceFile } from "../store/replace-file.ts";

/** An authenticated caller. */
export interface Actor {
  /** Appears in `identity` of listener events and in the history. */
  id: string;
  name: string;
  /** "" if unknown. */
  email: string;
  /** URL of a portrait. */
  picture: string | null;
  role: Role;
  /** How the caller authenticated. Browsers send a session on their own, so it proves no intent. */
  by: "token" | "session";
}

/** True for actors who may change documents. */
export const canWrite = ({ role }: Actor): boolean => role !== "viewer";

/**
 * The tokens of a lake. `write` may do everything, `read` sees everything. `site` goes beside them, in a header of its own: it
 * makes a request from the network one of the site's own, with the limits of those.
 */
export interface Tokens {
  read: string;
  write: string;
  site: string;
}

const robot = { email: "", picture: null, by: "token" } as const;
export const READER: Actor = { ...robot, id: "robot-read", name: "Read token", role: "viewer" };
export const WRITER: Actor = { ...robot, id: "robot-write", name: "Write token", role: "administrator" };

const isToken = (value: unknown): value is string => typeof value === "string" && value.length >= 32;

const newToken = (): string => `sk${randomBytes(32).toString("base64url")}`;

export const newTokens = (): Tokens => ({ read: newToken(), write: newToken(), site: newToken() });

function parseJson(text: string): Partial<Tokens> | null {
  try {
    return JSON.parse(text) as Partial<Tokens> | null;
  } catch {
    return null;
  }
}

function parseTokens(text: string, file: string): Tokens {
  const { read, write, site } = parseJson(text) ?? {};
  // Files of earlier versions have no `site`.
  if (isToken(read) && isToken(write)) return { read, write, site: isToken(site) ? site : newToken() };
  throw new LakeDirectoryError(
    `${file} does not hold a read and a write token; delete it to have new ones made`,
  );
}

/** Reads `tokens.json` in the directory, or creates it, readable by its owner only. @throws LakeDirectoryError if it is invalid */
export function loadTokens(directory: string): Tokens {
  const file = join(directory, "tokens.json");
  const textOf = (tokens: Tokens): string => `${JSON.stringify(tokens, null, 2)}\n`;
  try {
    const text = readFileSync(file, "utf8");
    const tokens = parseTokens(text, file);
    if (!text.includes(tokens.site)) replaceFile(file, textOf(tokens));
    return tokens;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const tokens = newTokens();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(file, textOf(tokens), { mode: 0o600, flag: "wx" });
  return tokens;
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");

/** Carries the `site` token. */
export const SITE_HEADER = "x-lake-site";

/** Creates the check of the `site` token, which takes the same time for every text. */
export function createSiteCheck({ site }: Pick<Tokens, "site">): (token: string) => boolean {
  const wanted = digest(site);
  return (token) => timingSafeEqual(digest(token), wanted);
}

/**
 * Creates the check of an `Authorization` header. It returns an actor, `null` without a header, or `"unknown"`, and takes the same
 * time for every token.
 */
export function createAuthenticator(
  tokens: Pick<Tokens, "read" | "write">,
): (header: string | null) => Actor | null | "unknown" {
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
