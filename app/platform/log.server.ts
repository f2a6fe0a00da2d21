import { pino, type DestinationStream, type Logger } from "pino";
import type { Env } from "./env.server.ts";
import { loggedError, redactText } from "./redact.ts";

/** Names of fields that never reach the log, wherever they stand. */
const REDACTED = [
  "password",
  "token",
  "authorization",
  "cookie",
  "email",
  "phone",
  "name",
  "message",
  "signature",
];

/** Fields that name documents and requests and are never a visitor's words. */
const IDS: ReadonlySet<string> = new Set(["id", "requestId"]);

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" && !IDS.has(name) ? redactText(value) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * JSON lines on standard output, or where `destination` says. Callers log codes and ids, not what a visitor typed; redaction of
 * fields, texts and errors is the net below.
 */
export function createLog(level: Env["logLevel"], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: REDACTED.flatMap((field) => [field, `*.${field}`]),
      censor: "[redacted]",
    },
    serializers: { err: loggedError, error: loggedError },
    formatters: { log: redactFields },
  };
  return destination ? pino(options, destination) : pino(options);
}
