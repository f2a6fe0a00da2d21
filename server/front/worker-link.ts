import type { Socket } from "node:net";
import type { Counters } from "./counters.ts";
import type { FromWorker, Notice, ToWorker } from "./messages.ts";

/** How often a worker tells what it has done, in milliseconds. */
const COUNT_EVERY = 1_000;

interface WorkerHandlers {
  connection(caller: Socket): void;
  /** Done when it returns. */
  notice(notice: Notice): void;
  kept(keys: readonly string[]): void;
  stop(options: { linger: number; cut: boolean }): void;
  counters(): Counters;
}

/**
 * Connects a worker with the process that started it, and ends it with that one. What happened before it says hello does not
 * concern it.
 */
export function linkWorker(handlers: WorkerHandlers): void {
  const tell = (message: FromWorker) => {
    if (process.connected) process.send?.(message);
  };
  process.on("message", (message: ToWorker, caller?: Socket) => {
    // One that left on the way here is none.
    if (message.kind === "connection" && caller) handlers.connection(caller);
    if (message.kind === "kept") handlers.kept(message.keys);
    if (message.kind === "stop") handlers.stop(message);
    if (message.kind !== "notice") return;
    handlers.notice(message.notice);
    tell({ kind: "confirmed", id: message.id });
  });
  process.on("disconnect", () => process.exit(1));
  let told = "";
  setInterval(() => {
    const counters = handlers.counters();
    const now = JSON.stringify(counters);
    if (now !== told) tell({ kind: "counted", counters });
    told = now;
  }, COUNT_EVERY).unref();
  tell({ kind: "hello" });
}
