import { channelErrorEvent } from "../listen/event-stream.ts";
import { createMatcher, mutationEvents, mutationText } from "../listen/mutation-events.ts";
import type { Matcher } from "../listen/mutation-events.ts";
/**
 * Evaluates queries in a process of its own, those of strangers in one that holds public documents only. Not a thread: V8 ends the
 * whole process if a string or array exceeds its limits.
 */
import type { LakeDocument } from "../model/document.ts";
import { LakeError, internalError } from "../model/errors.ts";
import type { ExpandedMutation } from "../model/mutation.ts";
import { isDue, publicSince } from "../model/public-from.ts";
import type { PublicFrom } from "../model/public-from.ts";
import { answer } from "../query/answer.ts";
import type { QueryPlace } from "../query/answer.ts";
import { Interrupted, withDeadline } from "../query/deadline.ts";
import { Views } from "../query/view.ts";
import { DocumentIndex } from "../store/document-index.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import type { FromReader, PublicListener, ReaderChange, ToReader } from "./messages.ts";

/** For one transaction and one listener, in ms. */
const LISTENER_DEADLINE_MS = 100;

const ANONYMOUS = "<anonymous>";

const documents = new DocumentIndex({ onDemand: false });
const store = { documents, revision: 0 };
const views = new Views(store);
const listeners = new Map<number, PublicListener & { matcher: Matcher }>();
/** Changes of a transaction of which the last ones are still to come. */
const incomplete: ReaderChange[] = [];
const untold: Array<{ id: number; transaction: CommittedTransaction }> = [];
let place: QueryPlace = { projectId: "", dataset: "", privateTypes: new Set() };
let publicFrom: PublicFrom = new Map();
/** Documents that are dated ahead: not shown until they are due. */
const ahead = new Map<string, LakeDocument>();
/** When the next of them is due, in ms since 1970. */
let nextDue = Infinity;

const send = (message: FromReader): void => void process.send?.(message);

const { identity, sees } = { identity: ANONYMOUS, sees: () => true };

/** Keeps what has become of a document. Returns what is shown of it. */
function keep(id: string, after: LakeDocument | null): LakeDocument | null {
  const shown = isDue(after, publicFrom) ? after : null;
  if (shown) documents.put(shown);
  else documents.delete(id);
  if (after && !shown) {
    ahead.set(id, after);
    nextDue = Math.min(nextDue, publicSince(after, publicFrom));
  } else ahead.delete(id);
  return shown;
}

/** Shows the documents whose date has come. */
function showDue(): void {
  if (nextDue > Date.now()) return;
  nextDue = Infinity;
  for (const [id, document] of ahead) keep(id, document);
  store.revision += 1;
}

function reply({ id, question }: Extract<ToReader, { kind: "query" }>): void {
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  try {
    showDue();
    const text = answer(question, views, { ...place, breakOnSigint: true });
    send({ kind: "answered", id, bytes: Buffer.from(text), ms: elapsed() });
  } catch (error) {
    if (error instanceof Interrupted) return send({ kind: "interrupted", id, ms: elapsed() });
    const { status, body, headers } = error instanceof LakeError ? error : internalError();
    send({ kind: "refused", id, status, body, headers, ms: elapsed() });
  }
}

function end(id: number, error: unknown, started: number): void {
  listeners.delete(id);
  const bytes = Buffer.from(channelErrorEvent(error));
  send({ kind: "ended", id, bytes, ms: performance.now() - started });
}

function listen({ id, listener }: Extract<ToReader, { kind: "listen" }>): void {
  const started = performance.now();
  try {
    const matcher = createMatcher(listener.query, listener.params, { identity, sees });
    listeners.set(id, { ...listener, matcher });
  } catch (error) {
    end(id, error, started);
  }
}

/** Matches one listener, then lets queries run. */
function tellNext(): void {
  const next = untold.shift();
  if (!next) return;
  if (untold.length > 0) setImmediate(tellNext);
  const { id, transaction } = next;
  const listener = listeners.get(id);
  if (!listener) return;
  const started = performance.now();
  try {
    const events = withDeadline(LISTENER_DEADLINE_MS, () =>
      mutationEvents(transaction, listener.matcher.matches, listener.options),
    );
    const text = mutationText(events);
    const ms = performance.now() - started;
    if (text !== "" || ms > 1) send({ kind: "told", id, bytes: Buffer.from(text), ms });
  } catch (error) {
    end(id, error, started);
  }
}

/** The mutation of a document that gets shown or hidden. What it really was may tell hidden content. */
const asWhole = (id: string, shown: LakeDocument | null): ExpandedMutation =>
  shown ? { createOrReplace: shown } : { delete: { id } };

function change({ transactionId, timestamp, changes: last }: Extract<ToReader, { kind: "changed" }>): void {
  showDue();
  const known = [...incomplete.splice(0), ...last].flatMap(({ id, type, after, mutations }) => {
    const before = documents.get(id) ?? null;
    const wasAhead = ahead.has(id);
    const shown = keep(id, after);
    if (!before && !shown) return [];
    const isMoved = wasAhead || ahead.has(id);
    return { id, type, before, after: shown, mutations: isMoved ? [asWhole(id, shown)] : mutations };
  });
  store.revision += 1;
  const transaction = { transactionId, timestamp, author: ANONYMOUS, changes: known };
  if (untold.length === 0 && listeners.size > 0) setImmediate(tellNext);
  for (const id of listeners.keys()) untold.push({ id, transaction });
}

function fill(batch: readonly LakeDocument[]): void {
  for (const document of batch) keep(document._id, document);
  store.revision += 1;
}

process.on("message", (message: ToReader) => {
  switch (message.kind) {
    case "setup":
      place = message;
      publicFrom = message.publicFrom;
      return;
    case "documents":
      return fill(message.documents);
    case "filled":
      return send({ kind: "ready" });
    case "index":
      return documents.index(message.key);
    case "changes":
      for (const one of message.changes) incomplete.push(one);
      return;
    case "changed":
      return change(message);
    case "query":
      return reply(message);
    case "listen":
      return listen(message);
    case "leave":
      listeners.delete(message.id);
  }
});
// SIGINT ends an evaluation (`breakOnSigint`), not the process.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
