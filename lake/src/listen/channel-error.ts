import { LakeError } from "../errors.ts";
import { eventText } from "./event-stream.ts";
import type { EventSink } from "./event-stream.ts";

/** The event by which a listener learns that its query is at fault, as the client never sees a status code. */
export function channelErrorEvent(error: unknown): string {
  const message = error instanceof Error ? error.message : "The query cannot be evaluated";
  const body = error instanceof LakeError && "error" in error.body ? error.body.error : undefined;
  const detail = typeof body === "object" ? body : { type: "queryEvaluationError", description: message };
  return eventText("channelError", { message, error: detail });
}

/** Sends a listener its query's error and ends the stream. */
export function channelError(sink: EventSink, error: unknown): void {
  sink.write(new TextEncoder().encode(channelErrorEvent(error)));
  sink.end();
}
