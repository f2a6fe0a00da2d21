import { rmSync } from "node:fs";
import { noCounters, type Counters } from "./counters.ts";
import { sockets, type FromCore, type ToCore } from "./messages.ts";

/** What the core knows of the processes in front of it. */
export interface CoreLink {
  sockets: ReturnType<typeof sockets>;
  /** Whether the site is started, and not only its core started again. */
  firstStart: boolean;
  /** Tells the workers that the content of these tags has changed. */
  purge(tags: readonly string[]): void;
  /** Resolves once every worker has heard of all changes so far; null when they all have. */
  purged(): Promise<void> | null;
  /** Tells the workers that these addresses have pages worth keeping. */
  kept(keys: readonly string[]): void;
  /** Tells that requests may come. */
  ready(): void;
  /** Calls back for every worker that is new. */
  onJoined(listener: () => void): void;
  onEndStreams(listener: () => void): void;
  onStop(listener: () => void): void;
  /** What all workers together have done since the site was started, those that ended included. */
  counted(): { counters: Counters; workers: number };
}

/** Speaks to the process that started this one, and by it to the workers. Ends this process when that one is gone. */
export function createCoreLink(directory: string, firstStart: boolean): CoreLink {
  // Until it is started there is nothing to finish.
  const listeners: Partial<Record<ToCore["kind"], () => void>> = { stop: () => process.exit(0) };
  const waiting = new Map<number, () => void>();
  let pending: Promise<void>[] = [];
  let purges = 0;
  let counted = { counters: noCounters(), workers: 0 };
  const tell = (message: FromCore) => void process.send?.(message);

  process.on("message", (message: ToCore) => {
    if (message.kind === "purged") waiting.get(message.id)?.();
    else if (message.kind === "counted") counted = message;
    else listeners[message.kind]?.();
  });
  // Nobody is left to say that it should stop, or to start it again; the data is to be free for who comes next.
  process.on("disconnect", () => {
    rmSync(directory, { recursive: true, force: true });
    process.exit(1);
  });

  return {
    sockets: sockets(directory),
    firstStart,
    purge(tags) {
      const id = (purges += 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      const done = promise.then(() => {
        waiting.delete(id);
        pending = pending.filter((one) => one !== done);
      });
      pending.push(done);
      tell({ kind: "purge", tags, id });
    },
    purged: () => (pending.length > 0 ? Promise.all(pending).then(() => {}) : null),
    kept: (keys) => tell({ kind: "kept", keys }),
    ready: () => tell({ kind: "ready" }),
    onJoined: (listener) => void (listeners.joined = listener),
    onEndStreams: (listener) => void (listeners["end-streams"] = listener),
    onStop: (listener) => void (listeners.stop = listener),
    counted: () => counted,
  };
}
