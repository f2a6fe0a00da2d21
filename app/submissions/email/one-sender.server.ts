import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import type { Job } from "../queue/job.ts";

/** One machine per email, for as long as a queue remembers what it sent. */
const SENDERS: UsageLimit = { name: "email-sender", max: 1, ttlMs: 90 * 24 * 60 * 60 * 1000 };

/** Returns the name of this machine among those that share Redis: kept with its queue, so that a restart goes on with it. */
function machineId(directory: string): string {
  const path = join(directory, "machine-id");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomUUID(), { mode: 0o600, flag: "wx", flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
  return readFileSync(path, "utf8");
}

/**
 * Returns a function that resolves to whether this machine sends an email. Every machine queues the emails of billing, because
 * any of them may end before it has; the first that comes to send one is the one that does. While the machines cannot ask each
 * other, each sends its own. `directory` is that of the queue.
 */
export function oneSender(countUse: CountUse, directory: string, onError: (error: unknown) => void) {
  const machine = machineId(directory);
  return ({ id }: Pick<Job, "id">): Promise<boolean> =>
    countUse(SENDERS, id, machine).catch((error: unknown) => {
      onError(error);
      return true;
    });
}
