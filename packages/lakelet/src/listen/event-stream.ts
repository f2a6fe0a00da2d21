import { LakeError, tooBusy } from "../model/errors.ts";
import { MIB } from "../model/limits.ts";
import type { Feed } from "./feed.ts";

/** Writes a stream of server-sent events. */
export interface EventSink {
  /** Sends `data` as JSON on one line. `id` comes back as Last-Event-ID on a reconnect. */
  send(event: string, data: unknown, id?: string): void;
  /** Sends encoded events as `eventText` makes them. The bytes may be shared between streams. */
  write(bytes: Uint8Array): void;
  end(): void;
}

/** Returns the text of one event. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`;

/** Proxies and clients drop silent connections. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

/**
 * Streams that may be open, and bytes that may wait for a slow reader, beyond which its stream ends and the client starts over.
 * Strangers cannot take all streams: some are left for editors.
 */
const LIMITS = {
  strangers: { streams: 800, waitingBytes: MIB },
  known: { streams: 1000, waitingBytes: 16 * MIB },
};

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

/**
 * Returns a response of server-sent events, which lasts until the client, the lake or `end()` ends it. `start` gets the sink
 * and returns a function that is called at the end.
 * @throws LakeError 503 if too many streams are open
 */
export function eventStream(
  feed: Feed,
  signal: AbortSignal,
  start: (sink: EventSink) => () => void,
  caller: "strangers" | "known" = "known",
): Response {
  const { streams, waitingBytes } = LIMITS[caller];
  if (feed.listening >= streams) throw tooBusy("Too many open streams");
  let finish = (_close: boolean): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        const write = (bytes: Uint8Array): void => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) < -waitingBytes) finish(true);
          else controller.enqueue(bytes);
        };
        const heartbeat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MS);
        heartbeat.unref();
        let stop = (): void => {};
        const forget = feed.onClose(() => finish(true));
        finish = (close) => {
          if (!open) return;
          open = false;
          clearInterval(heartbeat);
          forget();
          stop();
          // A cancelled stream is already closed.
          if (close) controller.close();
        };
        signal.addEventListener("abort", () => finish(true), { once: true });
        stop = start({
          send: (event, data, id) => write(encoder.encode(eventText(event, data, id))),
          write,
          end: () => finish(true),
        });
        // `start` itself ended the stream before it returned `stop`.
        if (!open) stop();
        else if (signal.aborted) finish(true);
      },
      cancel: () => finish(false),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, { headers: HEADERS });
}

/** Returns the event that reports a failing query: clients never see a status code. */
export function channelErrorEvent(error: unknown): string {
  const message = error instanceof Error ? error.message : "The query cannot be evaluated";
  const body = error instanceof LakeError && "error" in error.body ? error.body.error : undefined;
  const detail = typeof body === "object" ? body : { type: "queryEvaluationError", description: message };
  return eventText("channelError", { message, error: detail });
}

/**
 * Reports an error to a listener and ends the stream. When a share is used up it only ends: the client gives up after a
 * `channelError`, but reconnects after an end, and then gets a 429 with the time to wait.
 */
export function channelError(sink: EventSink, error: unknown): void {
  if (!(error instanceof LakeError && error.status === 429))
    sink.write(encoder.encode(channelErrorEvent(error)));
  sink.end();
}
