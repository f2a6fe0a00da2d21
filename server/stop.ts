import type { Server } from "node:http";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";

/** Requests in flight get this long to finish, in milliseconds. */
const GRACE = 22_000;
/** After that the process exits, whatever is still under way: whoever stops it kills it at 30 seconds. Milliseconds. */
const DEADLINE = 28_000;
/** How often a stopping server closes idle connections and ends event streams, in milliseconds. */
const TIDYING = 100;
/** Ctrl-C reaches this process from the terminal and again from the one that started it; that is one wish, not two. Milliseconds. */
const SAME_WISH = 500;

/** After these it is not safe to run anything more. */
const UNSAFE = ["SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"] as const;

/** Refuses new connections, ends event streams and resolves when the last request in flight is answered. */
async function drain(server: Server, endStreams: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  endStreams();
  const tidying = setInterval(() => {
    endStreams();
    server.closeIdleConnections();
  }, TIDYING);
  const late = setTimeout(() => server.closeAllConnections(), GRACE);
  await promise;
  clearInterval(tidying);
  clearTimeout(late);
}

interface StopOptions {
  http: Server;
  /** Ends streams that would never end by themselves. */
  endStreams: () => void;
  /** What is left to close once the last answer is sent. */
  close: () => Promise<void>;
  log: Logger;
}

/**
 * Stops the process on SIGINT, SIGTERM and uncaught errors: it finishes what is in flight and exits in less than 30 seconds,
 * with 0 after a signal. A second signal exits at once.
 */
export function stopGracefully({ http, endStreams, close, log }: StopOptions): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const stop = closeWithGrace(
    { delay: DEADLINE, logger: log, skip: [...signals, ...UNSAFE] },
    async ({ err }) => {
      if (err) log.fatal({ err }, "uncaught");
      await drain(http, endStreams);
      await close();
    },
  );
  let askedAt = 0;
  for (const name of signals)
    process.on(name, () => {
      if (askedAt && Date.now() - askedAt > SAME_WISH) process.exit(1);
      if (askedAt) return;
      askedAt = Date.now();
      log.info({ signal: name }, "stopping");
      void stop.close();
    });
}
