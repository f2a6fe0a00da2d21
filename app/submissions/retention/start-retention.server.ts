import type { Logger } from "pino";
import { deleteOld, type OldThings } from "./delete-old.server.ts";

const HOUR = 60 * 60 * 1000;

interface RetentionOptions extends Omit<OldThings, "files"> {
  files: () => Promise<OldThings["files"]>;
  log: Pick<Logger, "info" | "error">;
}

// On the global object: `npm run dev` loads the build again and again, and one timer is enough.
const started = globalThis as { retention?: NodeJS.Timeout };

/** Deletes what is old at the start and every hour, when the configuration asks for it at all. */
export function startRetention({ files, log, ...things }: RetentionOptions): void {
  const { closedDays, pageViewDays, mailDays } = things.retain;
  if (started.retention || [closedDays, pageViewDays, mailDays].every((days) => days === undefined)) return;
  const run = async (): Promise<void> => {
    try {
      const deleted = await deleteOld({ ...things, files: await files() }, new Date());
      if (Object.values(deleted).some((count) => count > 0))
        log.info({ deleted }, "retention: old data deleted");
    } catch (error) {
      log.error({ err: error }, "retention: not finished, tried again in an hour");
    }
  };
  started.retention = setInterval(() => void run(), HOUR);
  started.retention.unref();
  setImmediate(() => void run());
}
