import type { Server } from "node:http";
import type { Logger } from "pino";

/** Requests in flight get this long to finish, in milliseconds. */
const GRACE = 22_000;

/** After that the process leaves, whatever is still under way: whoever stops it kills it at 30 seconds. Milliseconds. */
const DEADLINE = 28_000;

/** How often a stopping server looks for connections and streams that are done, in milliseconds. */
const TIDYING = 100;

interface StopOptions {
  /** Ends streams that would never end by themselves. */
  endStreams: () => void;
  /** What is left to close once the last answer is sent. */
  close: () => Promise<void>;
  log: Logger;
}

/** Ctrl-C reaches this process from the terminal and again from the one that started it; that is one wish, not two. */
const SAME_WISH = 500;

/**
 * On SIGINT or SIGTERM: takes no new connections, ends event streams, lets what else runs finish, closes what is open, leaves with 0, in less than 30 seconds. A second signal
 * leaves at once.
 */
export function stopOnSignal(server: Server, { endStreams, close, log }: StopOptions): void {
  let askedAt = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (askedAt && Date.now() - askedAt > SAME_WISH) process.exit(1);
    if (askedAt) return;
    askedAt = Date.now();
    log.info({ signal }, "stopping");
    // What waits is on the disk, so nothing is lost; the next start goes on with it.
    setTimeout(() => {
      log.warn("stop: not everything under way was finished in time");
      process.exit(1);
    }, DEADLINE).unref();
    const late = setTimeout(() => server.closeAllConnections(), GRACE);
    const tidy = () => {
      endStreams();
      server.closeIdleConnections();
    };
    const tidying = setInterval(tidy, TIDYING);
    server.close(() => {
      clearTimeout(late);
      clearInterval(tidying);
      void close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stop");
          process.exit(1);
        },
      );
    });
    tidy();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
