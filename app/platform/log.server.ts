import { pino, type Logger } from "pino";
import type { Env } from "./env.server.ts";

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

/** JSON lines on standard output. Callers log codes and ids, not what a visitor typed; redaction is the net below. */
export function createLog(level: Env["logLevel"]): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: REDACTED.flatMap((field) => [field, `*.${field}`]), censor: "[redacted]" },
  });
}
