import type { Logger } from "pino";
import { Counter, type Registry } from "prom-client";
import { z } from "zod";
import { pathSchema, readJsonAs } from "./http/form-body.server.ts";
import { redactPath } from "./log.server.ts";
import { createLimiter, createThrottle } from "./rate-limit.server.ts";

const MAX_BYTES = 4_096;
/** A page reports each error once; more is a loop, or no browser. */
const PER_CALLER = { name: "client-error", requests: 20, seconds: 600 };
/** Log lines that strangers can cause. Half of them are for the first two reports of each caller, so that few cannot use up all. */
const FIRST_OF_CALLER = { name: "client-error-first", requests: 2, seconds: 600 };
const FIRST_OF_ALL = { name: "client-error-firsts", requests: 150, seconds: 600 };
const FURTHER_OF_ALL = { name: "client-error-all", requests: 150, seconds: 600 };

/** `page`: an error page replaced the page; `part`: code that was loaded later failed; `script`: nothing handled the error. */
const KINDS = ["page", "part", "script"] as const;

const schema = z.strictObject({
  message: z.string().min(1).max(1_000),
  stack: z.string().max(3_000).optional(),
  path: pathSchema,
  kind: z.enum(KINDS),
});

interface ClientErrorsDeps {
  log: Pick<Logger, "warn">;
  /** Counts reports there; null while there are no metrics. */
  register: Registry | null;
}

/** Creates the receiver of errors that happened in a browser. Limits are those of this process. */
export function createClientErrors({ log, register }: ClientErrorsDeps) {
  const throttle = createThrottle(PER_CALLER, { on: false });
  const first = createLimiter(FIRST_OF_CALLER, { on: false });
  const throttleFirst = createThrottle(FIRST_OF_ALL, { on: false });
  const throttleFurther = createThrottle(FURTHER_OF_ALL, { on: false });
  const counter = new Counter({
    name: "client_errors_total",
    help: "Errors that browsers reported: of a page, of a part of it, of a script",
    labelNames: ["kind"] as const,
    registers: register ? [register] : [],
  });
  return {
    /** Logs and counts the error that a request reports, redacted. Throws an AppError: 405, 415, 413, 400, or 429 beyond a limit. */
    async report(request: Request, callerKey: string): Promise<void> {
      await throttle(callerKey);
      const isFirst = (await first.take(callerKey)) === 0;
      await (isFirst ? throttleFirst : throttleFurther)("all");
      const { kind, path, message, stack } = await readJsonAs(request, schema, MAX_BYTES);
      counter.inc({ kind });
      log.warn({ kind, path: redactPath(path), text: message, stack }, "an error in a browser");
    },
  };
}
