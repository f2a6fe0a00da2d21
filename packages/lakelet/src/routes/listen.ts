import { randomBytes } from "node:crypto";
import { flag, queryParams } from "../http/request.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { Channels } from "../listen/channels.ts";
import type { RenderEvents } from "../listen/channels.ts";
import { channelError, eventStream, eventText } from "../listen/event-stream.ts";
import type { EventSink } from "../listen/event-stream.ts";
import type { Feed } from "../listen/feed.ts";
import { createMatcher, mutationEvents, mutationText } from "../listen/mutation-events.ts";
import type { EventOptions, MutationEvent } from "../listen/mutation-events.ts";
import { isDraftId, isPublicId, isPublishedId, publishedIdOf } from "../model/document.ts";
import { unauthorized, validationError } from "../model/errors.ts";
import { SHORT_QUERIES, SITE_QUERIES } from "../model/limits.ts";
import { isDue } from "../model/public-from.ts";
import type { Sees } from "../model/role.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import { Shares } from "../public-read/shares.ts";
import { SYNC_TAG } from "../query/answer.ts";
import { withDeadline } from "../query/deadline.ts";
import { defaultPerspective } from "../query/perspective.ts";
import type { Change, CommittedTransaction } from "../store/transaction-log.ts";

interface Hub {
  feed: Feed;
  channels: Channels;
  publicRead: PublicRead;
  /** What the listeners of each known caller take of the thread that serves everyone. */
  shares: Shares;
}

/** How long all listeners of one known caller may take in a minute, in ms. */
const LISTENING_SHARE_MS = 10_000;

/** How long a listener may take for one transaction, or for all that it missed, in ms. */
const LISTENER_DEADLINE_MS = 1000;

/** An absent option is false, because the client leaves false values out, except for `includeMutations`. */
const eventOptionsOf = (search: URLSearchParams): EventOptions => ({
  includeResult: flag(search, "includeResult"),
  includePreviousRevision: flag(search, "includePreviousRevision"),
  includeMutations: search.get("includeMutations") !== "false",
  mendoza: search.get("effectFormat") === "mendoza",
  visibility: search.get("visibility") ?? "transaction",
});

const encoder = new TextEncoder();

const callerKind = ({ isStranger }: RouteContext) => (isStranger ? "strangers" : "known");

const resumes = ({ url }: RouteContext): boolean => flag(url.searchParams, "enableResume");

/**
 * Returns the drafts of published documents that a transaction deletes, for a listener that handles `reset`. A Studio that is
 * sending an edit of one would crash or lose it. After a `reset` it sends the edit, which creates the draft again.
 */
function takenDrafts(
  context: RouteContext,
  { changes }: CommittedTransaction,
  events: readonly MutationEvent[],
): MutationEvent[] {
  if (!resumes(context)) return [];
  const isTaken = ({ id, after }: Change): boolean =>
    !after && isDraftId(id) && context.documents.get(publishedIdOf(id)) !== undefined;
  const taken = new Set(changes.flatMap((change) => (isTaken(change) ? [change.id] : [])));
  return events.filter(({ documentId }) => taken.has(documentId));
}

/** Returns the events that a resuming listener missed, or undefined if it has to start over. */
function missedSince(
  context: RouteContext,
  feed: Feed,
  find: (transactions: readonly CommittedTransaction[]) => MutationEvent[],
): MutationEvent[] | undefined {
  const lastId = resumes(context) ? context.request.headers.get("last-event-id") : null;
  const transactions = lastId === null ? undefined : feed.since(lastId.split("#", 1)[0] ?? "");
  const events = transactions && find(transactions);
  if (events && transactions.some((one) => takenDrafts(context, one, events).length > 0)) return undefined;
  const last = events?.findIndex(({ eventId }) => eventId === lastId) ?? -1;
  return last === -1 ? undefined : events?.slice(last + 1);
}

/** Where queries read published documents by default, listeners hear of drafts and versions only if they ask. */
function hearsVersions({ url, params }: RouteContext): boolean {
  if (defaultPerspective(params["version"] ?? "1").kind === "raw") return true;
  return flag(url.searchParams, "includeAllVersions") || flag(url.searchParams, "includeDrafts");
}

/**
 * Returns a key of everything that determines a listener's events and whose share they are charged to. Listeners with the same key
 * share a channel, which ends for all of them when that share is used up.
 */
function channelKey(context: RouteContext, query: string): string {
  const { url, actor, audience, entrance } = context;
  const params = [...url.searchParams].filter(([name]) => name.startsWith("$"));
  // The site's own listeners have no share; their identity matters only to queries that use it.
  const identity = entrance !== "process" || query.includes("identity") ? actor?.id : undefined;
  const { searchParams } = url;
  return JSON.stringify([
    entrance,
    audience,
    identity,
    hearsVersions(context),
    query,
    params,
    eventOptionsOf(searchParams),
    resumes(context),
  ]);
}

/** Sends `welcome` and then events. Returns a function that stops. Throws for an invalid query. */
function streamMutations(sink: EventSink, query: string, context: RouteContext, hub: Hub): () => void {
  const { url, actor, sees, entrance } = context;
  const options = eventOptionsOf(url.searchParams);
  const identity = actor?.id ?? "<anonymous>";
  const isHeard: Sees = hearsVersions(context) ? sees : (id, type) => isPublishedId(id) && sees(id, type);
  const params = queryParams(url.searchParams);
  const limits = entrance === "process" ? SITE_QUERIES : SHORT_QUERIES;
  const { matches, quick } = createMatcher(query, params, { identity, sees: isHeard }, limits);
  const find = (transactions: readonly CommittedTransaction[]): MutationEvent[] => {
    const events = (): MutationEvent[] =>
      transactions.flatMap((one) =>
        mutationEvents(actor ? one : { ...one, author: identity }, matches, options),
      );
    if (quick) return events();
    const run = (): MutationEvent[] => withDeadline(LISTENER_DEADLINE_MS, events);
    return entrance === "process" ? run() : hub.shares.spend(identity, run);
  };
  const missed = missedSince(context, hub.feed, find);
  // `welcome` makes the Studio fetch what it may have missed.
  sink.send(missed ? "welcomeback" : "welcome", { listenerName: randomBytes(8).toString("hex") });
  for (const event of missed ?? []) sink.send("mutation", event, event.eventId);
  const render: RenderEvents = (transaction) => {
    const events = find([transaction]);
    const taken = takenDrafts(context, transaction, events);
    if (taken.length === 0) return mutationText(events);
    // The Studio's history and status follow these events; the mutation itself would be applied to the edit.
    const kept = events.map((event) => (taken.includes(event) ? { ...event, mutations: [] } : event));
    return mutationText(kept) + eventText("reset", {}, transaction.transactionId);
  };
  return hub.channels.join(channelKey(context, query), sink, () => render);
}

/** GET `/data/listen/{dataset}`: an event for each changed document that the query covers. */
function listen(context: RouteContext, hub: Hub): Response {
  const query = context.url.searchParams.get("query");
  if (!query) throw validationError("A query is required");
  const { url, callerKey, isStranger, actor } = context;
  const params = queryParams(url.searchParams); // invalid JSON is a 400, not an event
  if (isStranger) hub.publicRead.checkListeners(callerKey);
  else if (actor) hub.shares.check(actor.id);
  const start = (sink: EventSink): (() => void) => {
    try {
      if (!isStranger) return streamMutations(sink, query, context, hub);
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
  return eventStream(hub.feed, context.streamSignal(), start, callerKind(context));
}

/**
 * GET `/data/live/events/{dataset}`: an event for each transaction that changes what everybody may read, or anything at all with
 * `includeDrafts`, without details. With `Last-Event-ID` those that were missed follow `welcome`, or `restart` if the lake cannot tell:
 * after its own restart, and beyond 200 transactions.
 */
function liveEvents(context: RouteContext, { feed, channels, publicRead }: Hub): Response {
  const { request, url, callerKey, actor, audience, sees, isStranger, config } = context;
  // The client sends the first, Sanity's reference has the second.
  const drafts = flag(url.searchParams, "includeDrafts") || flag(url.searchParams, "includeAllDocuments");
  if (drafts && !actor) throw unauthorized();
  const { publicFrom } = config;
  const isHeard = ({ id, type, before, after }: Change): boolean =>
    sees(id, type) &&
    (drafts || isPublicId(id)) &&
    (!isStranger || isDue(before, publicFrom) || isDue(after, publicFrom));
  const render: RenderEvents = ({ transactionId, changes }) =>
    changes.some(isHeard) ? eventText("message", { tags: [SYNC_TAG] }, transactionId) : "";
  const start = (sink: EventSink): (() => void) => {
    const lastId = request.headers.get("last-event-id");
    const missed = lastId === null ? [] : feed.after(lastId);
    sink.send("welcome", { id: feed.position }, feed.position);
    if (!missed) sink.send("restart", { id: feed.position }, feed.position);
    for (const transaction of missed ?? []) sink.write(encoder.encode(render(transaction)));
    const leave = channels.join(JSON.stringify(["live", audience, isStranger, drafts]), sink, () => render);
    const forget = isStranger ? publicRead.countListener(callerKey, sink) : () => {};
    return () => {
      leave();
      forget();
    };
  };
  if (isStranger) publicRead.checkListeners(callerKey);
  return eventStream(feed, context.streamSignal(), start, callerKind(context));
}

export function listenRoutes(feed: Feed, publicRead: PublicRead, shareMs = LISTENING_SHARE_MS): Route[] {
  const hub = { feed, channels: new Channels(feed), publicRead, shares: new Shares(shareMs) };
  return [
    route("GET", "/data/listen/:dataset", "published", (context) => listen(context, hub)),
    route("GET", "/data/live/events/:dataset", "published", (context) => liveEvents(context, hub)),
  ];
}
