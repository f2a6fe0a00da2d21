import { randomBytes } from "node:crypto";
import { isPublishedId } from "../../document.ts";
import { LakeError, unauthorized, validationError } from "../../errors.ts";
import { eventStream } from "../../listen/event-stream.ts";
import type { EventSink } from "../../listen/event-stream.ts";
import type { Feed } from "../../listen/feed.ts";
import { createMatcher } from "../../listen/matcher.ts";
import { mutationEvents } from "../../listen/mutation-events.ts";
import type { EventOptions, MutationEvent } from "../../listen/mutation-events.ts";
import { withDeadline } from "../../query/deadline.ts";
import { flag, queryParams } from "../params.ts";
import type { Route, RouteContext } from "../route.ts";
import { SYNC_TAG } from "./query.ts";

/** For all documents of one transaction; every writer waits for every listener. */
const LISTENER_DEADLINE_MS = 1000;

/** Absent means false: the client leaves false values out, except for `includeMutations`. */
const eventOptionsOf = (search: URLSearchParams): EventOptions => ({
  includeResult: flag(search, "includeResult"),
  includePreviousRevision: flag(search, "includePreviousRevision"),
  includeMutations: search.get("includeMutations") !== "false",
  mendoza: search.get("effectFormat") === "mendoza",
  visibility: search.get("visibility") ?? "transaction",
});

/** The way a listener learns that its query is at fault: an event, as the client never sees a status code. */
function sendChannelError(sink: EventSink, error: unknown): void {
  const message = error instanceof Error ? error.message : "The query cannot be evaluated";
  const body = error instanceof LakeError && "error" in error.body ? error.body.error : undefined;
  const detail = typeof body === "object" ? body : { type: "queryEvaluationError", description: message };
  sink.send("channelError", { message, error: detail });
  sink.end();
}

/** GET `/data/listen/{dataset}`: an event per changed document that the query covers. */
function listen({ request, url, actor, sees }: RouteContext, feed: Feed): Response {
  const query = url.searchParams.get("query");
  if (!query) throw validationError("A query is required");
  const params = queryParams(url.searchParams);
  const options = eventOptionsOf(url.searchParams);
  const audience = { identity: actor?.id ?? "<anonymous>", sees };
  return eventStream(feed, request.signal, (sink) => {
    try {
      const { matches, quick } = createMatcher(query, params, audience);
      // A welcome after every connect makes the Studio fetch what it may have missed, so events need not be kept.
      sink.send("welcome", { listenerName: randomBytes(8).toString("hex") });
      return feed.subscribe((transaction) => {
        try {
          const find = (): MutationEvent[] => mutationEvents(transaction, matches, options);
          const events = quick ? find() : withDeadline(LISTENER_DEADLINE_MS, find);
          for (const event of events) sink.send("mutation", event, event.eventId);
        } catch (error) {
          sendChannelError(sink, error);
        }
      });
    } catch (error) {
      sendChannelError(sink, error);
      return () => {};
    }
  });
}

/** GET `/data/live/events/{dataset}`: tells that something changed, not what. */
function liveEvents({ request, url, actor, sees }: RouteContext, feed: Feed): Response {
  const drafts = flag(url.searchParams, "includeDrafts");
  if (drafts && !actor) throw unauthorized();
  const isHeard = (id: string): boolean => sees(id) && (drafts || isPublishedId(id));
  return eventStream(feed, request.signal, (sink) => {
    const id = randomBytes(8).toString("hex");
    sink.send("welcome", { id }, id);
    return feed.subscribe(({ transactionId, changes }) => {
      if (changes.some((change) => isHeard(change.id)))
        sink.send("message", { tags: [SYNC_TAG] }, transactionId);
    });
  });
}

export const listenRoutes = (feed: Feed): Route[] => [
  {
    method: "GET",
    pattern: "/data/listen/:dataset",
    auth: "none",
    handle: (context) => listen(context, feed),
  },
  {
    method: "GET",
    pattern: "/data/live/events/:dataset",
    auth: "none",
    handle: (context) => liveEvents(context, feed),
  },
];
