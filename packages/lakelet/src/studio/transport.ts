type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A message of the lake about one stream: its status first, then chunks of text, then `end`. */
interface Message {
  id: number;
  status?: number;
  chunk?: string;
  end?: boolean;
}

const EVENT_STREAM = /\/data\/(?:listen|live\/events)\//;

/** Returns a Response for one event stream, and the functions that write its body. */
function createStream(url: string, lastEventId: string | null, onCancel: () => void) {
  const encoder = new TextEncoder();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: onCancel,
  });
  const headers = { "content-type": "text/event-stream" };
  const stream = {
    url,
    lastEventId,
    begin: (status: number) => resolve(new Response(body, { status, headers })),
    write: (chunk: string) => controller.enqueue(encoder.encode(chunk)),
    end: () => controller.close(),
    fail: (reason: Error) => {
      reject(reason);
      controller.error(reason);
    },
  };
  return { stream, response: promise };
}

type Stream = ReturnType<typeof createStream>["stream"];

/**
 * Returns a `fetch` for the client of the embedded lake. Event streams share one WebSocket: browsers open at most six
 * HTTP/1.1 connections to an origin, and the Studio opens more streams than that. Everything else is fetched as usual.
 * When the socket closes, all streams fail and each EventSource reconnects by itself.
 * @param lakeUrl URL of the lake, with its path
 */
export function createLakeFetch(
  lakeUrl: string,
  connect: (url: string) => WebSocket = (url) => new WebSocket(url),
): Fetch {
  const streams = new Map<number, Stream>();
  let socket: WebSocket | undefined;
  let lastId = 0;

  const say = (message: object): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const ask = (id: number, { url, lastEventId }: Stream): void => say({ open: id, url, lastEventId });

  const hear = ({ id, status, chunk, end }: Message): void => {
    const stream = streams.get(id);
    if (status !== undefined) stream?.begin(status);
    if (chunk !== undefined) stream?.write(chunk);
    if (end && streams.delete(id)) stream?.end();
  };

  const open = (): void => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const opened = connect(`${lakeUrl.replace(/^http/, "ws")}/streams`);
    socket = opened;
    opened.addEventListener("open", () => {
      for (const [id, stream] of streams) ask(id, stream);
    });
    opened.addEventListener("message", ({ data }) => hear(JSON.parse(String(data)) as Message));
    opened.addEventListener("close", () => {
      // Streams opened since then belong to the next socket.
      if (socket !== opened) return;
      const failed = [...streams.values()];
      streams.clear();
      for (const stream of failed) stream.fail(new TypeError("The connection to the content lake was lost"));
    });
  };

  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!EVENT_STREAM.test(url)) return fetch(input, init);
    init?.signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const forget = (): void => {
      if (streams.delete(id)) say({ close: id });
    };
    const lastEventId = new Headers(init?.headers).get("last-event-id");
    const { stream, response } = createStream(url, lastEventId, forget);
    streams.set(id, stream);
    init?.signal?.addEventListener("abort", () => {
      forget();
      stream.fail(new DOMException("The stream was given up", "AbortError"));
    });
    open();
    ask(id, stream);
    return response;
  };
}
