import { isPublishedId, publishedIdOf } from "../document.ts";
import type { HistoryLog, LoggedChange, LoggedTransaction } from "../store/history-log.ts";

/** A line in the Studio's history pane (lake.md c2). */
export interface DocumentEvent {
  type: string;
  timestamp: string;
  author: string;
  /** Published id of the document, whichever version the event is about. */
  documentId: string;
  [detail: string]: unknown;
}

interface Pair {
  published: LoggedChange | undefined;
  version: LoggedChange | undefined;
  versionId: string;
  /** Revision of the version beside a change that did not touch it; null when there is none. */
  untouched(): string | null;
}

const isGone = (change: LoggedChange | undefined): boolean => change !== undefined && change.after === null;
const isMade = (change: LoggedChange | undefined): boolean =>
  change !== undefined && change.previousRev === null;

/** What the change of a document and its draft amounts to: type and details, or nothing to tell. */
function eventOf(
  { id }: LoggedTransaction,
  { published, version, versionId, untouched }: Pair,
): Record<string, unknown> | null {
  const before = { versionId, versionRevisionId: version?.previousRev ?? undefined };
  if (published?.after && isGone(version)) {
    const publishCause = "document.publish";
    return { type: "publishDocumentVersion", revisionId: id, ...before, publishCause };
  }
  if (isGone(published)) {
    const kept = version ? version.after?._rev : (untouched() ?? undefined);
    return kept === undefined
      ? { type: "deleteDocumentGroup" }
      : { type: "unpublishDocument", versionId, versionRevisionId: kept };
  }
  if (isGone(version)) return { type: "deleteDocumentVersion", ...before };
  if (isMade(version)) return { type: "createDocumentVersion", versionId, versionRevisionId: id };
  if (!published) return null;
  return { type: isMade(published) ? "createLiveDocument" : "updateLiveDocument", revisionId: id };
}

/** Documents that were made and published in one go have no draft; drafts of published ones are no news to those. */
const isNews = (asked: string, type: unknown): boolean =>
  !(isPublishedId(asked) && type === "createDocumentVersion");

/**
 * What happened to a document, newest first.
 * @param asked published id, or the id of a draft or version
 * @param cursor where the last answer ended
 */
export function documentEvents(
  log: HistoryLog,
  asked: string,
  limit: number,
  cursor?: number,
): { events: DocumentEvent[]; nextCursor: string } {
  const documentId = publishedIdOf(asked);
  const versionId = isPublishedId(asked) ? `drafts.${documentId}` : asked;
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
    const told = eventOf(transaction, { published, version, versionId, untouched });
    if (!told || !isNews(asked, told["type"])) return [];
    return [{ timestamp, author, documentId, ...told } as DocumentEvent];
  });
  const last = transactions.length === limit ? transactions.at(-1) : undefined;
  return { events, nextCursor: last ? String(last.seq) : "" };
}
