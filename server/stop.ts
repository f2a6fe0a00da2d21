import type { Server } from "node:http";
import type { Logger } from "pino";

/** Requests in flight get this long to finish, in milliseconds. */
const GRACE = 25_000;

/**
 * On SIGINT or SIGTERM: takes no new connections, lets what runs finish, closes the lake, leaves with 0. A second signal
 * leaves at once.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, "stopping");
    const late = setTimeout(() => server.closeAllConnections(), GRACE);
    server.close(() => {
      clearTimeout(late);
      void close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stop");
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
