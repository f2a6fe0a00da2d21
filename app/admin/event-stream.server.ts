import { PRIVATE } from "../platform/cache-control.ts";
import type { Live } from "./live.server.ts";

interface StreamOptions {
  live: Live;
  /** False once whoever listens may not any more. */
  mayListen: () => Promise<boolean>;
  /** Milliseconds between two looks at that; each also keeps the connection awake. */
  interval: number;
  signal: AbortSignal;
}

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": PRIVATE,
  // Proxies must not collect what should arrive at once.
  "X-Accel-Buffering": "no",
};

/**
 * Server-sent events: `change` with the name of a table, never anything of a document; `signed-out` at the end, when the session
 * is over. Nothing is left behind when the browser goes away.
 */
export function eventStream({ live, mayListen, interval, signal }: StreamOptions): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const send = (text: string) => open && controller.enqueue(encoder.encode(text));
      const look = async () => {
        const allowed = await mayListen().catch(() => null);
        if (allowed) return true;
        // Where nobody can say who it is, the stream only ends: the browser asks again.
        if (allowed === false) send("event: signed-out\ndata:\n\n");
        end();
        return false;
      };
      const timer = setInterval(() => void look().then((allowed) => allowed && send(":\n\n")), interval);
      const unsubscribe = live.subscribe(
        (change) => void look().then((allowed) => allowed && send(`event: change\ndata: ${change}\n\n`)),
      );
      end = () => {
        if (!open) return;
        open = false;
        clearInterval(timer);
        unsubscribe();
        signal.removeEventListener("abort", end);
        controller.close();
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
      send("retry: 3000\n\n");
    },
    cancel: () => end(),
  });
  return new Response(body, { headers: HEADERS });
}
