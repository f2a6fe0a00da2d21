import type { SanityClient } from "@sanity/client";
import { isTableKind, kindOfType, TABLE_KINDS, TABLES, type TableKind } from "../model/tables.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** The table that has changed; `all` when changes may have been missed. */
export type Change = TableKind | "all";

const RETRY_DELAY_MS = 5_000;

const TYPES = TABLE_KINDS.flatMap((kind) => TABLES[kind].types);

/** The kind of a deleted document, which has only an id. */
const PREFIXES: Record<string, TableKind> = {
  questionnaire: "questionnaires",
  contract: "contracts",
  adminContract: "contracts",
  contact: "messages",
  subscriber: "subscribers",
};

function kindOf(type: unknown, id: string): Change {
  const byId = PREFIXES[id.split(".", 1)[0] ?? ""];
  return kindOfType(type) ?? (isTableKind(byId) ? byId : "all");
}

/**
 * Shares one content store listener between all open dashboards, and closes it with the last one. After a reconnect, all
 * tables count as changed because events in between were missed.
 */
export function createLive(client: SanityClient, report: (error: unknown) => void) {
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
          const timer = setTimeout(listen, RETRY_DELAY_MS);
          stop = () => clearTimeout(timer);
        },
      });
    stop = () => subscription.unsubscribe();
  }

  return {
    /** Calls `listener` on every change. Returns a function that unsubscribes. */
    subscribe(listener: (change: Change) => void): () => void {
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
  live: ReturnType<typeof createLive>;
  /** Resolves to false once the listener's session is no longer an admin's. */
  mayListen: () => Promise<boolean>;
  /** How often to check that, in ms; each check also keeps the connection alive. */
  intervalMs: number;
  signal: AbortSignal;
}

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": PRIVATE,
  // Tells proxies not to buffer the stream.
  "X-Accel-Buffering": "no",
};

/**
 * Returns server-sent events: `change` with the name of a table, never document data, and `signed-out` when the session has
 * ended. Cleans up when the browser disconnects.
 */
export function eventStream({ live, mayListen, intervalMs, signal }: StreamOptions): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const send = (text: string) => open && controller.enqueue(encoder.encode(text));
      const look = async () => {
        const allowed = await mayListen().catch(() => null);
        if (allowed) return true;
        // When the session cannot be read the stream just ends, and the browser reconnects.
        if (allowed === false) send("event: signed-out\ndata:\n\n");
        end();
        return false;
      };
      const timer = setInterval(() => void look().then((allowed) => allowed && send(":\n\n")), intervalMs);
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
