import { pino, type DestinationStream, type Logger } from "pino";
import type { Env } from "./env.server.ts";

/** A character of an email address, percent-encoded ones too. */
const MAIL = String.raw`[^\s<>"(),;:@[\]]`;

/**
 * Strangers choose the length of what is logged, so each pattern takes time that grows linearly with the text: it starts at a few
 * places, and from none of them reads past the next one, or only a bounded number of characters.
 */
const RULES: readonly [pattern: RegExp, replacement: string][] = [
  // Credentials in URLs.
  [/:\/\/[^\s/?#@]*@/g, "://[redacted]@"],
  // Query strings of URLs and of paths. It starts at the `?` and looks back.
  [/[?#](?<=(?:(?:^|[\s"'(])\/|:\/\/)[^\s?#"'<>]*[?#])[^\s"'<>)]*/g, "?[redacted]"],
  // Whole words only; of several `%40` in a word the first one counts, so that the others are not tried as well.
  [
    new RegExp(`(?<!${MAIL})(?:${MAIL}+@${MAIL}+\\.${MAIL}+|(?=(${MAIL}+?%40))\\1${MAIL}+\\.${MAIL}+)`, "gu"),
    "[email]",
  ],
  [/\b(bearer|basic)\s+[^\s"',]+/gi, "$1 [redacted]"],
  [
    /(?<![a-z0-9])((?:password|passwd|secret|token|signature|api[-_]?key|authorization|cookie)"?\s*[:=]\s*"?)[^\s"',;}]+/gi,
    "$1[redacted]",
  ],
  [/\b(?:sk|rk|pk|whsec|pi|seti|src)_[\w-]{0,64}?\w{8,}/g, "[redacted]"],
];

/** Tokens of private links, hashes and keys. UUIDs are document ids and stay. */
const LONG = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}(?![\w-])/gi;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Longer texts are cut off. */
const MAX_LENGTH = 4_000;

/** Removes email addresses, query strings, credentials, keys and long tokens from a text. */
export function redactText(text: string): string {
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return RULES.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), short).replace(
    LONG,
    (long) => (UUID.test(long) ? long : "[redacted]"),
  );
}

/** Longer paths are cut off; no page of the site has one. */
const MAX_PATH = 200;

/** Removes the token from the path of a private link: the URL of an order or offer is its password. Cuts off a long path. */
export function redactPath(path: string): string {
  const open = path.replace(/^\/(order|contract)\/[^/]+/, "/$1/:token");
  return open.length > MAX_PATH ? `${open.slice(0, MAX_PATH)}…` : open;
}

/** The frames of a stack are names of functions and files; the message before them is redacted. */
function redactStack(stack: string, message: string): string {
  const end = stack.indexOf(message) + message.length;
  const [head, frames] = [stack.slice(0, end), stack.slice(end)];
  const isAllFrames = frames.split("\n").every((line) => line === "" || /^ {4}at /.test(line));
  return end >= message.length && isAllFrames ? redactText(head) + frames : redactText(stack);
}

const MAX_DEPTH = 4;
const MAX_ERRORS = 5;

/**
 * Returns the loggable part of a thrown value: type, code, status and redacted texts, with its causes. Other fields of errors may
 * hold requests and responses, and are left out.
 */
function loggedError(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: redactText(String(thrown)) };
  const fields: Error & { code?: unknown; status?: unknown; statusCode?: unknown } = thrown;
  const { name, message, stack, cause, code, status, statusCode = status } = fields;
  const errors = thrown instanceof AggregateError ? thrown.errors.slice(0, MAX_ERRORS) : [];
  const deeper = depth < MAX_DEPTH;
  // What is undefined is not logged.
  return {
    type: name,
    message: redactText(message),
    code: typeof code === "string" ? redactText(code) : typeof code === "number" ? code : undefined,
    status: typeof statusCode === "number" ? statusCode : undefined,
    stack: stack ? redactStack(stack, message) : undefined,
    cause: cause !== undefined && deeper ? loggedError(cause, depth + 1) : undefined,
    errors:
      errors.length > 0 && deeper ? errors.map((error: unknown) => loggedError(error, depth + 1)) : undefined,
  };
}

const REDACTED = "[redacted]";

/** Fields that are never logged, at the top level or one below; `message` of an object too. */
const PRIVATE = ["password", "token", "authorization", "cookie", "email", "phone", "name", "signature"];

/** Ids of documents and requests, which are not redacted. */
const IDS: ReadonlySet<string> = new Set(["id", "requestId"]);

/** Errors are no such objects: their messages are redacted as texts. */
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Error);

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (typeof value === "string" && !IDS.has(name)) return [name, redactText(value)];
    return [name, isObject(value) && "message" in value ? { ...value, message: REDACTED } : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * Creates the logger: JSON lines on standard output, or to `destination`. Callers log codes and ids, not what visitors typed;
 * redaction is the safety net.
 */
export function createLog(level: Env["logLevel"], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ["message", ...PRIVATE.flatMap((field) => [field, `*.${field}`])],
      censor: REDACTED,
    },
    serializers: { err: loggedError, error: loggedError },
    formatters: { log: redactFields },
  };
  return destination ? pino(options, destination) : pino(options);
}
