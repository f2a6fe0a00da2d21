type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What the lake sends of a stream: first its status, then its text piece by piece, `end` at the end. */
interface Message {
  id: number;
  status?: number;
  chunk?: string;
  end?: boolean;
}

interface Stream {
  url: string;
  lastEventId: string | null;
  begin(status: number): void;
  write(chunk: string): void;
  end(): void;
  fail(reason: Error): void;
}

const EVENT_STREAM = /\/data\/(?:listen|live\/events)\//;

/** One event stream as a Response whose body is written from outside. */
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
  const stream: Stream = {
    url,
    lastEventId,
    begin: (status) => resolve(new Response(body, { status, headers })),
    write: (chunk) => controller.enqueue(encoder.encode(chunk)),
    end: () => controller.close(),
    fail: (reason) => {
      reject(reason);
      controller.error(reason);
    },
  };
  return { stream, response: promise };
}

/**
 * Makes a `fetch` for the client of the embedded lake. Event streams go over one WebSocket: browsers open at most six
 * HTTP/1.1 connections to an origin, and the Studio wants more streams than that. Everything else is fetched as usual.
 * When the socket closes all streams fail, and each EventSource connects again by itself.
 * @param lakeUrl address of the lake, with its path
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
      // What was asked for since belongs to the next socket.
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
