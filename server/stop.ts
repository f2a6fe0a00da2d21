import type { Server } from "node:http";
import type { Logger } from "pino";

/** Requests in flight get this long to finish, in milliseconds. */
const GRACE = 22_000;

/** After that the process leaves, whatever is still under way: whoever stops it kills it at 30 seconds. Milliseconds. */
const DEADLINE = 28_000;

/** How often a stopping server closes idle connections and ends event streams, in milliseconds. */
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
 * Returns a function that stops the server: it refuses new connections, ends event streams, lets requests in flight finish,
 * closes what is open and exits with 0, in less than 30 seconds.
 */
export function stopper(server: Server, { endStreams, close, log }: StopOptions): () => void {
  return () => {
    // What waits is on the disk, so nothing is lost; the next start goes on with it.
    setTimeout(() => {
      log.warn("stop: not everything under way was finished in time");
      process.exit(1);
    }, DEADLINE).unref();
    const late = setTimeout(() => server.closeAllConnections(), GRACE);
    const tidying = setInterval(() => {
      endStreams();
      server.closeIdleConnections();
    }, TIDYING);
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
    endStreams();
  };
}

/** Does it once on SIGINT or SIGTERM. A second signal leaves at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let askedAt = 0;
  const asked = (signal: NodeJS.Signals) => {
    if (askedAt && Date.now() - askedAt > SAME_WISH) process.exit(1);
    if (askedAt) return;
    askedAt = Date.now();
    stop(signal);
  };
  process.on("SIGINT", asked);
  process.on("SIGTERM", asked);
}
