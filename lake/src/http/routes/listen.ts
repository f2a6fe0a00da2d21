import { randomBytes } from "node:crypto";
import { isPublishedId } from "../../document.ts";
import { unauthorized, validationError } from "../../errors.ts";
import { channelError } from "../../listen/channel-error.ts";
import { Channels } from "../../listen/channels.ts";
import type { Tell } from "../../listen/channels.ts";
import { eventStream, eventText } from "../../listen/event-stream.ts";
import type { EventSink } from "../../listen/event-stream.ts";
import type { Feed } from "../../listen/feed.ts";
import { createMatcher } from "../../listen/matcher.ts";
import { mutationEvents } from "../../listen/mutation-events.ts";
import type { EventOptions, MutationEvent } from "../../listen/mutation-events.ts";
import type { CommittedTransaction } from "../../store/store.ts";
import { withDeadline } from "../../query/deadline.ts";
import { flag, queryParams } from "../params.ts";
import type { Route, RouteContext } from "../route.ts";
import { SYNC_TAG } from "../../query/response.ts";
import type { PublicRead } from "../../public-read/public-read.ts";

interface Hub {
  feed: Feed;
  channels: Channels;
  publicRead: PublicRead;
}

/** For the documents of one transaction, or of all that a listener missed. */
const LISTENER_DEADLINE_MS = 1000;

/** Absent means false: the client leaves false values out, except for `includeMutations`. */
const eventOptionsOf = (search: URLSearchParams): EventOptions => ({
  includeResult: flag(search, "includeResult"),
  includePreviousRevision: flag(search, "includePreviousRevision"),
  includeMutations: search.get("includeMutations") !== "false",
  mendoza: search.get("effectFormat") === "mendoza",
  visibility: search.get("visibility") ?? "transaction",
});

const callerKind = ({ isStranger }: RouteContext) => (isStranger ? "strangers" : "known");

/** What a listener missed that comes back with the id of its last event; undefined when it has to begin anew. */
function missedSince(
  { request, url }: RouteContext,
  feed: Feed,
  find: (transactions: readonly CommittedTransaction[]) => MutationEvent[],
): MutationEvent[] | undefined {
  const lastId = flag(url.searchParams, "enableResume") ? request.headers.get("last-event-id") : null;
  const transactions = lastId === null ? undefined : feed.since(lastId.split("#", 1)[0] ?? "");
  const events = transactions && find(transactions);
  const last = events?.findIndex(({ eventId }) => eventId === lastId) ?? -1;
  return last === -1 ? undefined : events?.slice(last + 1);
}

const transactionText = (events: readonly MutationEvent[]): string =>
  events.map((event) => eventText("mutation", event, event.eventId)).join("");

/** All that decides what a listener hears; those for whom it is the same share the work. */
function channelKey({ url, actor, audience }: RouteContext, query: string): string {
  const params = [...url.searchParams].filter(([name]) => name.startsWith("$"));
  // Who listens does not matter but to a query that asks for it.
  const identity = query.includes("identity") ? actor?.id : undefined;
  return JSON.stringify([audience, identity, query, params, eventOptionsOf(url.searchParams)]);
}

/** Welcomes and goes on telling; answers how to stop. Throws what is wrong with the query. */
function tellMutations(sink: EventSink, query: string, context: RouteContext, hub: Hub): () => void {
  const { url, actor, sees } = context;
  const options = eventOptionsOf(url.searchParams);
  const identity = actor?.id ?? "<anonymous>";
  const { matches, quick } = createMatcher(query, queryParams(url.searchParams), { identity, sees });
  const find = (transactions: readonly CommittedTransaction[]): MutationEvent[] => {
    const events = (): MutationEvent[] =>
      transactions.flatMap((one) =>
        mutationEvents(actor ? one : { ...one, author: identity }, matches, options),
      );
    return quick ? events() : withDeadline(LISTENER_DEADLINE_MS, events);
  };
  const missed = missedSince(context, hub.feed, find);
  // A plain welcome makes the Studio fetch what it may have missed.
  sink.send(missed ? "welcomeback" : "welcome", { listenerName: randomBytes(8).toString("hex") });
  for (const event of missed ?? []) sink.send("mutation", event, event.eventId);
  return hub.channels.join(
    channelKey(context, query),
    sink,
    () => (transaction) => transactionText(find([transaction])),
  );
}

/** GET `/data/listen/{dataset}`: an event per changed document that the query covers. */
function listen(context: RouteContext, hub: Hub): Response {
  const query = context.url.searchParams.get("query");
  if (!query) throw validationError("A query is required");
  const { request, url, callerKey, isStranger } = context;
  const params = queryParams(url.searchParams); // what is no JSON is answered before the stream begins
  if (isStranger) hub.publicRead.checkListeners(callerKey);
  const start = (sink: EventSink): (() => void) => {
    try {
      if (!isStranger) return tellMutations(sink, query, context, hub);
      sink.send("welcome", { listenerName: randomBytes(8).toString("hex") });
      return hub.publicRead.listen(
        callerKey,
        { query, params, options: eventOptionsOf(url.searchParams) },
        sink,
      );
    } catch (error) {
      channelError(sink, error);
      return () => {};
    }
  };
  return eventStream(hub.feed, request.signal, start, callerKind(context));
}

/** GET `/data/live/events/{dataset}`: tells that something changed, not what. */
function liveEvents(context: RouteContext, { feed, channels, publicRead }: Hub): Response {
  const { request, url, callerKey, actor, audience, sees, isStranger } = context;
  const drafts = flag(url.searchParams, "includeDrafts");
  if (drafts && !actor) throw unauthorized();
  const isHeard = (id: string): boolean => sees(id) && (drafts || isPublishedId(id));
  const tell: Tell = ({ transactionId, changes }) =>
    changes.some((change) => isHeard(change.id))
      ? eventText("message", { tags: [SYNC_TAG] }, transactionId)
      : "";
  const start = (sink: EventSink): (() => void) => {
    const id = randomBytes(8).toString("hex");
    sink.send("welcome", { id }, id);
    const leave = channels.join(JSON.stringify(["live", audience, drafts]), sink, () => tell);
    const forget = isStranger ? publicRead.countListener(callerKey, sink) : () => {};
    return () => {
      leave();
      forget();
    };
  };
  if (isStranger) publicRead.checkListeners(callerKey);
  return eventStream(feed, request.signal, start, callerKind(context));
}

export function listenRoutes(feed: Feed, publicRead: PublicRead): Route[] {
  const hub = { feed, channels: new Channels(feed), publicRead };
  return [
    {
      method: "GET",
      pattern: "/data/listen/:dataset",
      access: "published",
      handle: (context) => listen(context, hub),
    },
    {
      method: "GET",
      pattern: "/data/live/events/:dataset",
      access: "published",
      handle: (context) => liveEvents(context, hub),
    },
  ];
}
