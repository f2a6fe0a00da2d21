import type { SanityClient } from "@sanity/client";
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
