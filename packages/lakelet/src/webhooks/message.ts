import { createHash, createHmac } from "node:crypto";
import { isDraftId, isPublishedId, isReleaseId } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { withDeadline } from "../query/deadline.ts";
import { evaluate, evaluateDelta, nodesOf, parseDelta } from "../query/groq.ts";
import type { GroqNode } from "../query/groq.ts";
import type { LoggedChange, LoggedTransaction } from "../store/history.ts";
import type { Operation, WebhookOptions } from "./options.ts";

/** Where a change happened. */
export interface Source {
  projectId: string;
  dataset: string;
  /** Resolves references to the current documents. */
  get(id: string): LakeDocument | undefined;
  all(): Iterable<LakeDocument>;
}

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** For one filter or projection of one document, in ms. */
const DEADLINE_MS = 1000;

/** groq-js has these in its asynchronous evaluator only. */
const ASYNCHRONOUS = new Set(["changedAny", "changedOnly"]);

type Evaluate = (change: LoggedChange, source: Source) => Promise<unknown>;

/** Parses an expression about a change. `before()`, `after()` and `delta::` work; `@` is the document after it, or the deleted one. */
function compile(expression: string): Evaluate {
  const tree = withDeadline(DEADLINE_MS, () => parseDelta(expression));
  const nodes: GroqNode[] = [...nodesOf(tree)];
  const isAsynchronous = nodes.some((node) => node.type === "FuncCall" && ASYNCHRONOUS.has(node.name));
  const readsAll = nodes.some(({ type }) => type === "Everything");
  return async ({ before, after }, { projectId, dataset, get, all }) => {
    const options = {
      root: after ?? before,
      before,
      after,
      dataset: readsAll ? [...all()] : [],
      dereference: ({ _ref }: { _ref: string }) => get(_ref) ?? null,
      sanity: { projectId, dataset },
    };
    if (isAsynchronous) return evaluateDelta(tree, options);
    return withDeadline(DEADLINE_MS, () => evaluate(tree, options));
  };
}

const operationOf = ({ before, after }: LoggedChange): Operation =>
  after ? (before ? "update" : "create") : "delete";

function coversId({ includeDrafts, includeAllVersions }: WebhookOptions, id: string): boolean {
  if (isReleaseId(id)) return false;
  if (isPublishedId(id) || includeAllVersions) return true;
  return includeDrafts === true && isDraftId(id);
}

/**
 * Creates the function that turns a change into a message, or undefined if the webhook does not cover it.
 * @throws Error if the filter or the projection is not GROQ
 */
export function createMessages(options: WebhookOptions, key: string) {
  const { on, filter, projection } = options;
  const matches = filter === undefined ? undefined : compile(filter);
  const project = projection === undefined ? undefined : compile(`@${projection}`);
  return async (
    { id: transactionId, timestamp }: LoggedTransaction,
    change: LoggedChange,
    source: Source,
  ): Promise<Message | undefined> => {
    const operation = operationOf(change);
    if ((on && !on.includes(operation)) || !coversId(options, change.id)) return undefined;
    if (matches && (await matches(change, source)) !== true) return undefined;
    const payload = project ? await project(change, source) : (change.after ?? change.before);
    return {
      body: JSON.stringify(payload ?? null),
      headers: {
        "content-type": "application/json",
        "user-agent": "lakelet",
        "idempotency-key": createHash("sha256")
          .update(JSON.stringify([key, transactionId, change.id]))
          .digest("base64url"),
        "sanity-transaction-id": transactionId,
        "sanity-transaction-time": timestamp,
        "sanity-project-id": source.projectId,
        "sanity-dataset": source.dataset,
        "sanity-document-id": change.id,
        "sanity-operation": operation,
      },
    };
  };
}

/** Returns the value of `sanity-webhook-signature`. `time` in ms since 1970. */
export function signatureOf(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("base64url")}`;
}
