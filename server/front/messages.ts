import type { Counters } from "./counters.ts";

// What the processes of a site tell each other (docs/decisions/0012). All of it goes through the one that started them.

/** Whether there is somebody to pass requests on to. */
export type CoreState = "up" | "away";

/** What is told to all workers and has to be confirmed. */
export type Notice =
  | { kind: "core"; state: CoreState }
  | { kind: "purge"; tags: readonly string[] }
  /** Who is stuck has nobody served who is connected to it. */
  | { kind: "there?" };

export type ToWorker =
  | { kind: "notice"; notice: Notice; id: number }
  /** Comes with a caller. */
  | { kind: "connection" }
  /** Addresses of pages that the core keeps. */
  | { kind: "kept"; keys: readonly string[] }
  /** `linger`: milliseconds in which connections at rest may still be used. `cut`: streams end here, the core goes on. */
  | { kind: "stop"; linger: number; cut: boolean };

export type FromWorker =
  /** From now on it hears everything. */
  { kind: "hello" } | { kind: "confirmed"; id: number } | { kind: "counted"; counters: Counters };

export type ToCore =
  /** A new worker knows no page yet. */
  | { kind: "joined" }
  | { kind: "purged"; id: number }
  | { kind: "counted"; counters: Counters; workers: number }
  | { kind: "end-streams" }
  | { kind: "stop" };

export type FromCore =
  /** It answers. */
  | { kind: "ready" }
  | { kind: "purge"; tags: readonly string[]; id: number }
  | { kind: "kept"; keys: readonly string[] };

/** The sockets by which workers reach the core, in a directory that only this user can enter. */
export const sockets = (directory: string) => ({
  /** Requests of visitors. */
  site: `${directory}/site.sock`,
  /** Whole pages; nothing that a visitor sends gets there. */
  pages: `${directory}/pages.sock`,
});
