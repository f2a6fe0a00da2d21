import type { SanityClient } from "@sanity/client";
import { PRIVATE } from "../platform/cache-control.ts";
import { isTableKind, TABLE_KINDS, TABLES, type TableKind } from "./tables.ts";

/** Which table has changed; `all` when nobody knows what was missed. */
export type Change = TableKind | "all";

export interface Live {
  /** Hears of changes until the returned function is called. */
  subscribe(listener: (change: Change) => void): () => void;
}

/** Milliseconds until a listener that was refused tries again. */
const AGAIN = 5_000;

const TYPES = TABLE_KINDS.flatMap((kind) => TABLES[kind].types);

/** A document that is gone has no type any more, only its id. */
const PREFIXES: Record<string, TableKind> = {
  questionnaire: "questionnaires",
  contract: "contracts",
  adminContract: "contracts",
  contact: "messages",
  subscriber: "subscribers",
};

function kindOf(type: unknown, id: string): Change {
  const kind = TABLE_KINDS.find((kind) => TABLES[kind].types.includes(String(type)));
  const byId = PREFIXES[id.split(".", 1)[0] ?? ""];
  return kind ?? (isTableKind(byId) ? byId : "all");
}

/**
 * One listener on the content store for all admins who look, and none while nobody does. After every reconnect everything
 * counts as changed: what happened in between was not heard.
 */
export function createLive(client: SanityClient, report: (error: unknown) => void): Live {
  const listeners = new Set<(change: Change) => void>();
  let stop: (() => void) | null = null;
  let welcomed = false;
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };

  function listen(): void {
    const subscription = client
      .listen<Record<string, unknown>>(
        `*[_type in $types]`,
        { types: TYPES },
        { events: ["mutation", "welcome"], includeResult: true, visibility: "query" },
      )
      .subscribe({
        next(event) {
          if (event.type === "mutation") tell(kindOf(event.result?.["_type"], event.documentId));
          if (event.type === "welcome" && welcomed) tell("all");
          if (event.type === "welcome") welcomed = true;
        },
        error(error: unknown) {
          report(error);
          const timer = setTimeout(listen, AGAIN);
          stop = () => clearTimeout(timer);
        },
      });
    stop = () => subscription.unsubscribe();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) listen();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = null;
        welcomed = false;
      };
    },
  };
}

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
