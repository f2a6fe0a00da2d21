import { randomBytes } from "node:crypto";
import { isPublishedId } from "../../document.ts";
import { LakeError, unauthorized, validationError } from "../../errors.ts";
import { eventStream } from "../../listen/event-stream.ts";
import type { EventSink } from "../../listen/event-stream.ts";
import type { Feed } from "../../listen/feed.ts";
import { createMatcher } from "../../listen/matcher.ts";
import { mutationEvents } from "../../listen/mutation-events.ts";
import type { EventOptions, MutationEvent } from "../../listen/mutation-events.ts";
import type { CommittedTransaction } from "../../store/store.ts";
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

const callerKind = (actor: RouteContext["actor"]) => (actor ? "known" : "strangers");

/** What a listener missed that comes back with the id of its last event; undefined when it has to begin anew. */
function missedSince(
  { request, url }: RouteContext,
  feed: Feed,
  find: (transaction: CommittedTransaction) => MutationEvent[],
): MutationEvent[] | undefined {
  const lastId = flag(url.searchParams, "enableResume") ? request.headers.get("last-event-id") : null;
  const transactions = lastId === null ? undefined : feed.since(lastId.split("#", 1)[0] ?? "");
  const events = transactions?.flatMap(find);
  const last = events?.findIndex(({ eventId }) => eventId === lastId) ?? -1;
  return last === -1 ? undefined : events?.slice(last + 1);
}

/** Welcomes and goes on telling; answers how to stop. Throws what is wrong with the query. */
function tellMutations(sink: EventSink, query: string, context: RouteContext, feed: Feed): () => void {
  const { url, actor, sees } = context;
  const options = eventOptionsOf(url.searchParams);
  const audience = { identity: actor?.id ?? "<anonymous>", sees };
  const { matches, quick } = createMatcher(query, queryParams(url.searchParams), audience);
  const find = (transaction: CommittedTransaction): MutationEvent[] => {
    const events = (): MutationEvent[] => mutationEvents(transaction, matches, options);
    return quick ? events() : withDeadline(LISTENER_DEADLINE_MS, events);
  };
  const tell = (events: readonly MutationEvent[]): void => {
    for (const event of events) sink.send("mutation", event, event.eventId);
  };
  const missed = missedSince(context, feed, find);
  // A plain welcome makes the Studio fetch what it may have missed.
  sink.send(missed ? "welcomeback" : "welcome", { listenerName: randomBytes(8).toString("hex") });
  tell(missed ?? []);
  return feed.subscribe((transaction) => {
    try {
      tell(find(transaction));
    } catch (error) {
      sendChannelError(sink, error);
    }
  });
}

/** GET `/data/listen/{dataset}`: an event per changed document that the query covers. */
function listen(context: RouteContext, feed: Feed): Response {
  const query = context.url.searchParams.get("query");
  if (!query) throw validationError("A query is required");
  queryParams(context.url.searchParams); // what is no JSON is answered before the stream begins
  const start = (sink: EventSink): (() => void) => {
    try {
      return tellMutations(sink, query, context, feed);
    } catch (error) {
      sendChannelError(sink, error);
      return () => {};
    }
  };
  return eventStream(feed, context.request.signal, start, callerKind(context.actor));
}

/** GET `/data/live/events/{dataset}`: tells that something changed, not what. */
function liveEvents({ request, url, actor, sees }: RouteContext, feed: Feed): Response {
  const drafts = flag(url.searchParams, "includeDrafts");
  if (drafts && !actor) throw unauthorized();
  const isHeard = (id: string): boolean => sees(id) && (drafts || isPublishedId(id));
  return eventStream(
    feed,
    request.signal,
    (sink) => {
      const id = randomBytes(8).toString("hex");
      sink.send("welcome", { id }, id);
      return feed.subscribe(({ transactionId, changes }) => {
        if (changes.some((change) => isHeard(change.id)))
          sink.send("message", { tags: [SYNC_TAG] }, transactionId);
      });
    },
    callerKind(actor),
  );
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
