import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";

/** Tracks server-sent events, which would keep a stopping server waiting. Ignores paths below `except`. */
export function createEventStreams({ except }: { except?: string } = {}) {
  const open = new Set<ServerResponse>();
  return {
    /** Tracks a response that may become an event stream. */
    watch({ url }: Pick<IncomingMessage, "url">, response: ServerResponse): void {
      if (except && url?.startsWith(except)) return;
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    /** Destroys the open event streams; their browsers reconnect. */
    end(): void {
      for (const response of open) {
        const type = response.getHeader("content-type");
        if (String(type).startsWith("text/event-stream")) response.destroy();
      }
    },
  };
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** How long requests in flight may take to finish, with the time that the proxy has to notice. */
const DRAIN_TIMEOUT_MS = 22_000;
/** When the process exits in any case: systemd and Docker are configured to kill it after 30 seconds. */
const EXIT_TIMEOUT_MS = 28_000;
/** How often a stopping server closes idle connections and ends event streams. */
const TIDY_INTERVAL_MS = 100;
/** Ctrl-C sends the signal twice: from the terminal and from the parent process. Signals this close together are one. */
const SAME_SIGNAL_MS = 500;

/** After these signals it is not safe to run any code. */
const UNSAFE = ["SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"] as const;

/** Stops accepting connections, ends event streams and resolves when the last request in flight is done. */
async function drain(server: Server, endStreams: () => void, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  endStreams();
  const tidy = setInterval(() => {
    endStreams();
    server.closeIdleConnections();
  }, TIDY_INTERVAL_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await promise;
  clearInterval(tidy);
  clearTimeout(timeout);
}

/** True from the first signal on. */
export interface Stopping {
  isStopping: boolean;
}

/** Has the proxy send new requests elsewhere: health checks fail, and every response closes its connection. */
async function leaveProxy(server: Server, drainMs: number): Promise<void> {
  if (drainMs === 0) return;
  server.prependListener("request", (_request, response) => void response.setHeader("connection", "close"));
  await sleep(drainMs);
}

interface ShutdownOptions {
  http: Server;
  stopping: Stopping;
  /** How long the proxy may take to notice. */
  drainMs: number;
  endStreams: () => void;
  /** Closes everything else, after the last response. */
  close: () => Promise<void>;
}

/** Tells the proxy, finishes requests in flight and closes everything. After an uncaught error nothing more is begun. */
export async function shutDown(options: ShutdownOptions, isCrash = false): Promise<void> {
  const { http, stopping, drainMs, endStreams, close } = options;
  stopping.isStopping = true;
  if (!isCrash) await leaveProxy(http, drainMs);
  await drain(http, endStreams, DRAIN_TIMEOUT_MS - drainMs);
  await close();
}

/** Shuts down on SIGINT, SIGTERM and uncaught errors and exits within 30 seconds, with 0 after a signal. A second signal exits at once. */
export function shutDownOnSignals(options: ShutdownOptions, log: Logger): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const graceful = closeWithGrace(
    { delay: EXIT_TIMEOUT_MS, logger: log, skip: [...signals, ...UNSAFE] },
    async ({ err }) => {
      if (err) log.fatal({ err }, "uncaught");
      await shutDown(options, Boolean(err));
    },
  );
  let signaledAt = 0;
  for (const name of signals)
    process.on(name, () => {
      if (signaledAt && Date.now() - signaledAt > SAME_SIGNAL_MS) process.exit(1);
      if (signaledAt) return;
      signaledAt = Date.now();
      log.info({ signal: name }, "stopping");
      void graceful.close();
    });
}
