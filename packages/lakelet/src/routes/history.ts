import { flag, listOf, readNumber } from "../http/request.ts";
import { json, jsonLines, jsonText } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { isPublishedId, publishedIdOf } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { KNOWN_QUERIES } from "../model/limits.ts";
import type { Sees } from "../model/role.ts";
import { isIsoTime } from "../mutations/parse.ts";
import { boundedJson } from "../query/evaluate.ts";
import { END } from "../store/history.ts";
import type { HistoryLog, LogRange, LoggedChange, LoggedTransaction } from "../store/history.ts";
import { deleted } from "./deleted.ts";

/** A line in the Studio's history pane. See docs/protocol.md, "History". */
export interface DocumentEvent {
  type: string;
  timestamp: string;
  author: string;
  /** Published id, whichever version the event is about. */
  documentId: string;
  [detail: string]: unknown;
}

interface Pair {
  published: LoggedChange | undefined;
  version: LoggedChange | undefined;
  versionId: string;
  /** Returns the revision of a version that the transaction did not change, or null. */
  untouched(): string | null;
}

const isGone = (change: LoggedChange | undefined): boolean => change !== undefined && change.after === null;
const isMade = (change: LoggedChange | undefined): boolean =>
  change !== undefined && change.previousRev === null;

/**
 * Returns type and details of the event that a change of a document and its draft is, or null for none.
 * @param ofVersion events of the draft or version: the Studio shows the last state of a deleted document by the newest of them, so
 * the end of the whole document is none
 */
function eventOf(
  { id }: LoggedTransaction,
  { published, version, versionId, untouched }: Pair,
  ofVersion: boolean,
): Record<string, unknown> | null {
  if (published?.after && isGone(version)) {
    const [publishCause, versionRevisionId] = ["document.publish", version?.previousRev ?? undefined];
    return { type: "publishDocumentVersion", revisionId: id, versionId, versionRevisionId, publishCause };
  }
  if (isGone(published)) {
    const kept = version ? version.after?._rev : (untouched() ?? undefined);
    if (kept !== undefined) return { type: "unpublishDocument", versionId, versionRevisionId: kept };
    if (!ofVersion) return { type: "deleteDocumentGroup" };
  }
  // Of its own transaction: with the revision of the last edit the Studio would take it for that edit, and show an empty form.
  if (isGone(version)) return { type: "deleteDocumentVersion", versionId, versionRevisionId: id };
  if (isMade(version)) return { type: "createDocumentVersion", versionId, versionRevisionId: id };
  if (!published || isGone(published)) return null;
  return { type: isMade(published) ? "createLiveDocument" : "updateLiveDocument", revisionId: id };
}

/**
 * Returns the events of a document, newest first.
 * @param asked published id, or the id of a draft or version
 * @param cursor end of the previous page
 */
function documentEvents(
  log: HistoryLog,
  asked: string,
  limit: number,
  cursor?: number,
): { events: DocumentEvent[]; nextCursor: string } {
  const documentId = publishedIdOf(asked);
  const ofVersion = !isPublishedId(asked);
  const versionId = ofVersion ? asked : `drafts.${documentId}`;
  const ids = [documentId, versionId];
  const transactions = log.transactions(ids, {
    ...(cursor === undefined ? {} : { to: cursor - 1 }),
    milestonesOf: documentId,
    newestFirst: true,
    limit,
  });
  const events = transactions.flatMap((transaction) => {
    const { seq, timestamp, author } = transaction;
    const changes = log.changes(seq, ids);
    const [published, version] = ids.map((id) => changes.find((change) => change.id === id));
    const untouched = (): string | null => log.documentAt(versionId, seq)?._rev ?? null;
    const page = eventOf(transaction, { published, version, versionId, untouched }, ofVersion);
    // Drafts are no event of the published document: the Studio would show an odd "Created" line.
    if (!page || (!ofVersion && page["type"] === "createDocumentVersion")) return [];
    return [{ timestamp, author, documentId, ...page } as DocumentEvent];
  });
  const last = transactions.length === limit ? transactions.at(-1) : undefined;
  return { events, nextCursor: last ? String(last.seq) : "" };
}

const MAX_LIMIT = 1000;
const MAX_IDS = 100;

const bounded = (body: unknown): Response => jsonText(boundedJson(body, KNOWN_QUERIES.maxResultCharacters));

const limitOf = ({ url }: RouteContext): number =>
  Math.min(readNumber(url.searchParams.get("limit"), "limit", 100), MAX_LIMIT);

/** Reads the requested ids that the caller may see. @throws LakeError 400 */
function idsOf({ params, sees }: RouteContext): string[] {
  const ids = listOf(params["ids"]);
  if (ids.length > MAX_IDS) throw validationError(`At most ${MAX_IDS} documents in one request`);
  return ids.filter((id) => sees(id));
}

function events(context: RouteContext, log: HistoryLog): Response {
  const id = context.params["id"] ?? "";
  const cursor = context.url.searchParams.get("nextCursor");
  if (cursor && !/^\d{1,15}$/.test(cursor)) throw validationError("nextCursor is not one of ours");
  if (!context.sees(id)) return json({ events: { [id]: [] }, nextCursor: "" });
  const page = documentEvents(log, id, limitOf(context), cursor ? Number(cursor) : undefined);
  return bounded({ events: { [id]: page.events }, nextCursor: page.nextCursor });
}

/** Reads a time as the log writes it, which compares as text. @throws LakeError 400 */
function timeOf({ url }: RouteContext, name: string): string | undefined {
  const time = url.searchParams.get(name);
  if (!time) return undefined;
  if (!isIsoTime(time)) throw validationError(`${name} must be an ISO 8601 time`);
  return new Date(time).toISOString();
}

/** Reads the requested range. Transactions that are no longer in the history do not limit it. */
function rangeOf(context: RouteContext, log: HistoryLog): LogRange {
  const { searchParams: search } = context.url;
  const seqOf = (name: string): number | undefined => log.seqOf(search.get(name) ?? "");
  return {
    from: seqOf("fromTransaction") ?? 0,
    to: seqOf("toTransaction") ?? END,
    fromTime: timeOf(context, "fromTime"),
    toTime: timeOf(context, "toTime"),
    newestFirst: flag(search, "reverse"),
    limit: limitOf(context),
    authors: search.get("authors")?.split(","),
  };
}

/** Returns a transaction as the Studio reads it. Effects are Mendoza patches that replace whole documents. */
function transactionLine(
  transaction: LoggedTransaction,
  ids: readonly string[],
  log: HistoryLog,
  { sees, mendoza }: { sees: Sees; mendoza: boolean },
) {
  const { seq, id, timestamp, author } = transaction;
  // An id may have had another type before.
  const changes = log
    .changes(seq, ids)
    .filter((change) =>
      [change.before, change.after].every((state) => !state || sees(change.id, state._type)),
    );
  const effects = changes.map((change) => [
    change.id,
    { apply: [0, change.after], revert: [0, change.before] },
  ]);
  return {
    id,
    timestamp,
    author,
    documentIDs: changes.map((change) => change.id),
    mutations: [],
    ...(mendoza ? { effects: Object.fromEntries(effects) as object } : {}),
  };
}

/** Each line is read when it is sent, so a long history is never in memory as a whole. */
function transactions(context: RouteContext, log: HistoryLog): Response {
  const ids = idsOf(context);
  const mendoza = context.url.searchParams.get("effectFormat") === "mendoza";
  const rest = log.transactions(ids, rangeOf(context, log)).values();
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) return controller.close();
      controller.enqueue(
        encoder.encode(
          `${JSON.stringify(transactionLine(value, ids, log, { sees: context.sees, mendoza }))}\n`,
        ),
      );
    },
  });
  return jsonLines(lines);
}

/**
 * Returns a version as of a transaction; or, if the transaction wrote the published document instead, that one; or, if it deleted
 * the version, what that was. The Studio asks so for an event of the published document while it shows the draft, and for a deletion.
 */
function atRevision(log: HistoryLog, id: string, seq: number, revision: string): LakeDocument | null {
  const document = log.documentAt(id, seq);
  if (isPublishedId(id) || document?._rev === revision) return document;
  const published = log.documentAt(publishedIdOf(id), seq);
  if (published?._rev === revision) return published;
  return document ?? log.changes(seq, [id])[0]?.before ?? null;
}

/** Documents as of a transaction, as of a time, or in their last state. */
function documents(context: RouteContext, log: HistoryLog): Response {
  const { searchParams: search } = context.url;
  const revision = search.get("revision");
  const time = timeOf(context, "time");
  const last = flag(search, "lastRevision");
  if ([revision, time, last].filter(Boolean).length !== 1)
    throw validationError("One of revision, time and lastRevision is needed, and only one");
  const seq = revision ? log.seqOf(revision) : time ? log.seqAt(time) : END;
  const ids = idsOf(context);
  const found = ids.flatMap((id) => {
    if (last) return log.lastSeen(id) ?? [];
    if (seq === undefined) return [];
    const isAlone = ids.length === 1 && context.sees(publishedIdOf(id));
    return (revision && isAlone ? atRevision(log, id, seq, revision) : log.documentAt(id, seq)) ?? [];
  });
  // An id may have had another type before.
  return bounded({ documents: found.filter(({ _id, _type }) => context.sees(_id, _type)) });
}

/** The history for the Studio's history pane. See docs/protocol.md, "History". */
export function historyRoutes(log: HistoryLog): Route[] {
  const read = (path: string, handle: (context: RouteContext, log: HistoryLog) => Response): Route =>
    route("GET", `/data/history/:dataset/${path}`, "read", (context) => handle(context, log));
  return [
    read("events/documents/:id", events),
    read("transactions/:ids", transactions),
    read("documents/:ids", documents),
    read("deleted", deleted),
  ];
}
