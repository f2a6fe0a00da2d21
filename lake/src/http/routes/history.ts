import { validationError } from "../../errors.ts";
import { documentEvents } from "../../history/events.ts";
import { END } from "../../store/history-log.ts";
import type { HistoryLog, LoggedTransaction, LogRange } from "../../store/history-log.ts";
import { flag } from "../params.ts";
import { boundedJson } from "../../query/evaluate.ts";
import { KNOWN_QUERIES } from "../../query/limits.ts";
import { json, jsonText } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

const MAX_LIMIT = 1000;
const MAX_IDS = 100;

const bounded = (body: unknown): Response => jsonText(boundedJson(body, KNOWN_QUERIES.maxResultCharacters));

function limitOf({ url }: RouteContext): number {
  const text = url.searchParams.get("limit") ?? "100";
  if (!/^[1-9]\d{0,5}$/.test(text)) throw validationError("limit must be a positive number");
  return Math.min(Number(text), MAX_LIMIT);
}

/** The documents asked after, as far as they exist for the caller. */
function idsOf({ params, sees }: RouteContext): string[] {
  const ids = (params["ids"] ?? "").split(",").filter(Boolean);
  if (ids.length > MAX_IDS) throw validationError(`At most ${MAX_IDS} documents in one request`);
  return ids.filter(sees);
}

function events(context: RouteContext, log: HistoryLog): Response {
  const id = context.params["id"] ?? "";
  const cursor = context.url.searchParams.get("nextCursor");
  if (cursor && !/^\d{1,15}$/.test(cursor)) throw validationError("nextCursor is not one of ours");
  if (!context.sees(id)) return json({ events: { [id]: [] }, nextCursor: "" });
  const told = documentEvents(log, id, limitOf(context), cursor ? Number(cursor) : undefined);
  return bounded({ events: { [id]: told.events }, nextCursor: told.nextCursor });
}

/** A transaction that nobody remembers bounds nothing. */
function rangeOf(context: RouteContext, log: HistoryLog): LogRange {
  const { searchParams: search } = context.url;
  const seqOf = (name: string): number | undefined => log.seqOf(search.get(name) ?? "");
  return {
    from: seqOf("fromTransaction") ?? 0,
    to: seqOf("toTransaction") ?? END,
    fromTime: search.get("fromTime") || "",
    toTime: search.get("toTime") || "~",
    newestFirst: flag(search, "reverse"),
    limit: limitOf(context),
  };
}

/** One line: the transaction, with patches in Mendoza format that replace whole documents, if they are wanted. */
function toldOf(transaction: LoggedTransaction, ids: readonly string[], log: HistoryLog, mendoza: boolean) {
  const { seq, id, timestamp, author } = transaction;
  const changes = log.changes(seq, ids);
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

/** Each line is read when it is sent: a long history is never in memory as a whole. */
function transactions(context: RouteContext, log: HistoryLog): Response {
  const ids = idsOf(context);
  const mendoza = context.url.searchParams.get("effectFormat") === "mendoza";
  const rest = log.transactions(ids, rangeOf(context, log)).values();
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`${JSON.stringify(toldOf(value, ids, log, mendoza))}\n`));
    },
  });
  return new Response(lines, {
    headers: { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store" },
  });
}

/** Documents as they were: after a transaction, at a time, or when they were last seen. */
function documents(context: RouteContext, log: HistoryLog): Response {
  const { searchParams: search } = context.url;
  const revision = search.get("revision");
  const time = search.get("time");
  const last = flag(search, "lastRevision");
  if (!revision && !time && !last) throw validationError("One of revision, time and lastRevision is needed");
  const seq = revision ? log.seqOf(revision) : time ? log.seqAt(time) : END;
  const found = idsOf(context).flatMap((id) => {
    if (last) return log.lastSeen(id) ?? [];
    return (seq === undefined ? null : log.documentAt(id, seq)) ?? [];
  });
  return bounded({ documents: found });
}

/** What was written when and by whom, for the Studio's history pane (lake.md c2). */
export function historyRoutes(log: HistoryLog): Route[] {
  const route = (pattern: string, handle: (context: RouteContext, log: HistoryLog) => Response): Route => ({
    method: "GET",
    pattern,
    access: "read",
    handle: (context) => handle(context, log),
  });
  return [
    route("/data/history/:dataset/events/documents/:id", events),
    route("/data/history/:dataset/transactions/:ids", transactions),
    route("/data/history/:dataset/documents/:ids", documents),
  ];
}
