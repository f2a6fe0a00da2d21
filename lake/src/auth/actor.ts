import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPublicId, publishedIdOf } from "../document.ts";

/**
 * Administrators may do everything; editors everything but with private documents (ids with a dot other than `drafts.` and
 * `versions.`); viewers see everything and change nothing.
 */
export type Role = "administrator" | "editor" | "viewer";

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

/** A group of actors who see the same documents. */
export type AudienceName = "public" | "editors" | "all";

export function audienceOf(actor: Actor | null): AudienceName {
  if (!actor) return "public";
  return actor.role === "editor" ? "editors" : "all";
}

const VISIBLE: Readonly<Record<AudienceName, (id: string) => boolean>> = {
  public: isPublicId,
  editors: (id) => isPublicId(publishedIdOf(id)),
  all: () => true,
};

/** Returns the test which stored documents an actor may see. An actor who can write may change the same ones. */
export const visibleTo = (actor: Actor | null): ((id: string) => boolean) => VISIBLE[audienceOf(actor)];

/** The two tokens of a lake. `write` may do everything. */
export interface Tokens {
  read: string;
  write: string;
}

const robot = { email: "", picture: null, by: "token" } as const;
export const READER: Actor = { ...robot, id: "robot-read", name: "Read token", role: "viewer" };
export const WRITER: Actor = { ...robot, id: "robot-write", name: "Write token", role: "administrator" };

const isToken = (value: unknown): value is string => typeof value === "string" && value.length >= 32;

const newToken = (): string => `sk${randomBytes(32).toString("base64url")}`;

export const newTokens = (): Tokens => ({ read: newToken(), write: newToken() });

function parseTokens(text: string, file: string): Tokens {
  const value = JSON.parse(text) as Partial<Tokens>;
  if (isToken(value.read) && isToken(value.write)) return { read: value.read, write: value.write };
  throw new Error(`${file} does not hold a read and a write token; delete it to have new ones made`);
}

/** Reads `tokens.json` in the directory, or creates it, readable by its owner only. Throws if it is invalid. */
export function loadTokens(directory: string): Tokens {
  const file = join(directory, "tokens.json");
  try {
    return parseTokens(readFileSync(file, "utf8"), file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const tokens = newTokens();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return tokens;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Creates the check of an `Authorization` header. It returns an actor, `null` without a header, or `"unknown"`, and takes the same
 * time for every token.
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
