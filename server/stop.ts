import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Logger } from "pino";

/** Requests in flight get this long to finish, in milliseconds. */
const GRACE = 22_000;

/** After that the process leaves, whatever is still under way: whoever stops it kills it at 30 seconds. Milliseconds. */
const DEADLINE = 28_000;

/** How often a stopping server looks for connections and streams that are done, in milliseconds. */
export const TIDYING = 100;

interface StopOptions {
  /** Ends streams that would never end by themselves. */
  endStreams: () => void;
  /** What is left to close once the last answer is sent. */
  close: () => Promise<void>;
  log: Logger;
  /** Connections that the server did not accept itself. */
  callers?: ReadonlySet<unknown>;
  /** Milliseconds for requests in flight. */
  grace?: number;
}

/** Ctrl-C reaches this process from the terminal and again from the one that started it; that is one wish, not two. */
const SAME_WISH = 500;

/**
 * Makes what stops a server: it takes no new connections, ends event streams, lets what else runs finish, closes what is open,
 * leaves with 0, in less than 30 seconds. `linger`: milliseconds in which connections at rest may still be used.
 */
export function stopper(server: Server, { endStreams, close, log, callers, grace = GRACE }: StopOptions) {
  return (linger = 0): void => {
    // What waits is on the disk, so nothing is lost; the next start goes on with it.
    setTimeout(() => {
      log.warn("stop: not everything under way was finished in time");
      process.exit(1);
    }, DEADLINE).unref();
    const late = setTimeout(() => server.closeAllConnections(), grace);
    const lingersUntil = performance.now() + linger;
    const tidy = () => {
      if (performance.now() < lingersUntil) return;
      endStreams();
      server.closeIdleConnections();
    };
    const done = () => {
      clearTimeout(late);
      clearInterval(tidying);
      void close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stop");
          process.exit(1);
        },
      );
    };
    const tidying = setInterval(() => {
      tidy();
      if (closed && !callers?.size) done();
    }, TIDYING);
    let closed = false;
    // Not http's own close: that ends connections at rest at once, and with them what is just arriving on them.
    NetServer.prototype.close.call(server, () => {
      closed = true;
      if (!callers?.size) done();
    });
    tidy();
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
