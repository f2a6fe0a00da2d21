import { readNumber } from "../http/request.ts";
import { json } from "../http/response.ts";
import type { RouteContext } from "../http/route.ts";
import { VERSIONS, publishedIdOf } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import type { Deletion, HistoryLog } from "../store/history.ts";

/** A deleted document: nothing of it is left, neither published nor as a draft or in a release. */
interface DeletedDocument {
  /** Published id. */
  documentId: string;
  type: string;
  timestamp: string;
  author: string;
  transactionId: string;
  /** The ids that the last transaction deleted: of the published document, its draft, its versions. */
  versions: string[];
}

const MAX_LIMIT = 200;
/** Most deletions that one request looks at, so that it stays short: discarded drafts are deletions too. */
const MAX_SCANNED = 2_000;
const MAX_TYPES = 50;

function typesOf({ url }: RouteContext): ReadonlySet<string> | null {
  const text = url.searchParams.get("types");
  if (!text) return null;
  const types = text.split(",");
  if (types.length > MAX_TYPES) throw validationError(`At most ${MAX_TYPES} types in one request`);
  return new Set(types);
}

/** Lists deleted documents that the caller may read, newest first. Not part of Sanity's API. */
export function deleted(context: RouteContext, log: HistoryLog): Response {
  const { documents } = context;
  const { searchParams: search } = context.url;
  const limit = Math.min(readNumber(search.get("limit"), "limit", 100), MAX_LIMIT);
  const before = readNumber(search.get("nextCursor"), "nextCursor", Number.MAX_SAFE_INTEGER);
  const types = typesOf(context);
  const deletions = log.deletions(MAX_SCANNED, before);
  const inReleases = new Set(Array.from(documents.idsBelow(VERSIONS), publishedIdOf));
  const found = new Map<string, { seq: number; document: DeletedDocument }>();
  let last: Deletion | undefined;
  for (const deletion of deletions) {
    const { documentId: versionId, seq, id: transactionId, timestamp, author } = deletion;
    // All of a transaction, so that the next page begins with another one.
    if (found.size >= limit && seq !== last?.seq) break;
    last = deletion;
    if (!context.sees(versionId)) continue;
    const documentId = publishedIdOf(versionId);
    const known = found.get(documentId);
    if (known) {
      if (known.seq === seq) known.document.versions.push(versionId);
      continue;
    }
    const isLeft = documents.get(documentId) ?? documents.get(`drafts.${documentId}`);
    if (isLeft || inReleases.has(documentId)) continue;
    const type = log.lastSeen(versionId)?._type;
    if (type === undefined || (types && !types.has(type))) continue;
    const versions = [versionId];
    found.set(documentId, {
      seq,
      document: { documentId, type, timestamp, author, transactionId, versions },
    });
  }
  const isWhole = deletions.length < MAX_SCANNED && last === deletions.at(-1);
  return json({
    documents: [...found.values()].map(({ document }) => document),
    nextCursor: isWhole || !last ? "" : String(last.seq),
  });
}
