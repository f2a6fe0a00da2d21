import { LakeError } from "../errors.ts";
import type { EventSink } from "./event-stream.ts";

/** The way a listener learns that its query is at fault: an event, as the client never sees a status code. */
export function channelError(sink: EventSink, error: unknown): void {
  const message = error instanceof Error ? error.message : "The query cannot be evaluated";
  const body = error instanceof LakeError && "error" in error.body ? error.body.error : undefined;
  const detail = typeof body === "object" ? body : { type: "queryEvaluationError", description: message };
  sink.send("channelError", { message, error: detail });
  sink.end();
}
