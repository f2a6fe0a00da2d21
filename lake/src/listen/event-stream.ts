import { LakeError } from "../errors.ts";
import type { Feed } from "./feed.ts";

/** What a stream of server-sent events is written with. */
export interface EventSink {
  /** `data` is sent as JSON on one line; `id` comes back as Last-Event-ID on a reconnect. */
  send(event: string, data: unknown, id?: string): void;
  /** Events as `eventText` makes them, encoded. The same bytes may be sent to others, too. */
  write(bytes: Uint8Array): void;
  end(): void;
}

/** One event as it goes over the line. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`;

/** Proxies and clients take a silent connection for dead. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");

/** Chunks waiting for a reader that does not read; beyond it the stream is cut and the client starts anew. */
const MAX_WAITING_CHUNKS = 5000;

/** Strangers cannot take all the places: some are left for those who edit. */
const MAX_OPEN_STREAMS = { strangers: 800, known: 1000 };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

const openStreams = new WeakMap<Feed, number>();

function countStream(feed: Feed, by: 1 | -1, most = Infinity): void {
  const open = openStreams.get(feed) ?? 0;
  if (by === 1 && open >= most) {
    const body = { statusCode: 503, error: "Service Unavailable", message: "Too many open streams" };
    throw new LakeError(503, body, { "retry-after": "5" });
  }
  openStreams.set(feed, open + by);
}

/**
 * Answers with server-sent events until the client, the lake or `end()` ends it.
 * `start` gets the sink and returns what to do at the end.
 * @throws LakeError 503 when too many streams are open
 */
export function eventStream(
  feed: Feed,
  signal: AbortSignal,
  start: (sink: EventSink) => () => void,
  caller: "strangers" | "known" = "known",
): Response {
  countStream(feed, 1, MAX_OPEN_STREAMS[caller]);
  let finish = (_close: boolean): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        const write = (bytes: Uint8Array): void => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_CHUNKS) finish(true);
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
          countStream(feed, -1);
          // A cancelled stream is closed already.
          if (close) controller.close();
        };
        signal.addEventListener("abort", () => finish(true), { once: true });
        stop = start({
          send: (event, data, id) => write(encoder.encode(eventText(event, data, id))),
          write,
          end: () => finish(true),
        });
        // Ended by `start` itself, before there was a way to stop it.
        if (!open) stop();
        else if (signal.aborted) finish(true);
      },
      cancel: () => finish(false),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}
