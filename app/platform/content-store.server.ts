import {
  createClient,
  isHttpError,
  type ClientConfig,
  type SanityClient,
  type SanityDocument,
} from "@sanity/client";
import pRetry from "p-retry";
import { AppError, isAppError, failureOfStatus } from "./errors.ts";

/** Has the read token: queries, single documents, listeners. */
export type ReadClient = Pick<SanityClient, "fetch" | "listen" | "getDataUrl" | "request">;

/** Has the write token: mutations only. */
export type WriteClient = Pick<
  SanityClient,
  "create" | "createIfNotExists" | "createOrReplace" | "delete" | "patch" | "mutate" | "transaction"
>;

/** Private documents: one client per token. */
export interface ContentStore {
  readClient: ReadClient;
  writeClient: WriteClient;
}

/** Sanity's rule: no part between dots is empty or begins with `-` (https://www.sanity.io/docs/content-lake/ids). */
const DOCUMENT_ID = /^(?![-.])(?!.*\.[-.])(?!.*\.$)[A-Za-z0-9._-]{1,128}$/;

export function isDocumentId(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT_ID.test(value);
}

/** Returns the id unchanged. Throws an AppError `bad-request` for anything but a valid document id. */
export function documentId(value: unknown): string {
  if (!isDocumentId(value)) throw new AppError("bad-request", "The document id is not valid.");
  return value;
}

/**
 * Returns the path of a document in the content store's API. This is the only place where an id becomes part of a URL,
 * because `client.getDataUrl` and `client.getDocument` do not encode. Throws like `documentId`.
 */
export function documentUrl(client: Pick<ReadClient, "getDataUrl">, id: string): string {
  return client.getDataUrl("doc", encodeURIComponent(documentId(id)));
}

/** The content lake in this process, called like `fetch`. */
export type LakeFetch = (request: Request) => Promise<Response>;

/** Never resolved: the client needs an origin. */
export const LAKE_URL = "http://localhost/lake";

/** Returns the client options that send its requests to the lake in this process. */
export function inProcess(lakeFetch: LakeFetch): Pick<ClientConfig, "apiHost" | "resolveFetch"> {
  // Streaming bodies require `duplex`, which the types of `fetch` lack.
  const withDuplex = (init: object | undefined) => ({ duplex: "half" as const, ...init });
  return {
    apiHost: LAKE_URL,
    resolveFetch: () => (url, init) => lakeFetch(new Request(url, withDuplex(init))),
  };
}

/**
 * Returns the same client without retries, and with a timeout in ms. `client.withConfig({ maxRetries: 0 })` would go on to retry: it
 * shares the original's transport.
 */
export const withoutRetries = (client: SanityClient, timeout: number): SanityClient =>
  createClient({ ...client.config(), timeout, maxRetries: 0 });

/** Codes of sockets (ECONNREFUSED, ETIMEDOUT, EAI_AGAIN...) and of undici, but not Node's ERR_ codes for programming errors. */
const TRANSPORT_CODE = /^(E(?!RR_)|UND_ERR_)/;

/** True when no complete response arrived: refused, reset, timed out, name not found. */
function isTransportError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  if ("code" in error && typeof error.code === "string") return TRANSPORT_CODE.test(error.code);
  return isTransportError(error.cause);
}

/**
 * Converts an error of a call to the content store to an AppError: `permission-denied`, `unavailable` or `internal`, with the
 * original as its cause.
 */
export function storeError(cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (isHttpError(cause)) {
    return new AppError(failureOfStatus(cause.statusCode), `The content store refused: ${detail}`, { cause });
  }
  if (isTransportError(cause)) {
    return new AppError("unavailable", `The content store did not answer: ${detail}`, { cause });
  }
  if (cause instanceof SyntaxError) {
    return new AppError("unavailable", `The content store's answer is not whole: ${detail}`, { cause });
  }
  return new AppError("internal", `The content store failed: ${detail}`, { cause });
}

/** For the rejection of a request to the store: throws its AppError. */
export function throwStoreError(cause: unknown): never {
  throw storeError(cause);
}

/**
 * Waits for a response of the store. While the store is away or refuses the token, reports the error and throws a 503 Response (Remix
 * keeps the status of a thrown Response, not that of an Error). Throws an AppError `internal` when the request itself is wrong.
 */
export async function orUnavailable<Result>(
  asking: Promise<Result>,
  report: (error: unknown) => void = () => {},
): Promise<Result> {
  return asking.catch((cause: unknown) => {
    if (cause instanceof Response) throw cause;
    const error = storeError(cause);
    // A missing dataset is an outage, too.
    const isAway = error.code === "permission-denied" || (isHttpError(cause) && cause.statusCode === 404);
    if (error.code === "internal" && !isAway) throw error;
    report(error);
    const headers = { "Retry-After": "30" };
    throw new Response("Content is unavailable.", { status: isAway ? 503 : error.status, headers });
  });
}

/**
 * Returns the result of a write over a revision, or null when the document was changed since it was read. Throws the store's
 * AppError.
 */
export const unlessChanged = <Result>(write: Promise<Result>): Promise<Result | null> =>
  write.catch((cause: unknown) => {
    if (isHttpError(cause) && cause.statusCode === 409) return null;
    throw storeError(cause);
  });

/** Throws an AppError where a write was not acknowledged: a proxy's page with status 200 does not acknowledge anything. */
export function requireAcknowledged(done: { transactionId?: string } | undefined, id: string): void {
  if (!done?.transactionId) throw new AppError("unavailable", `${id}: the write was not acknowledged.`);
}

/**
 * Returns a document by id, or null. Throws an AppError: `bad-request` for an invalid id, before any request; `unavailable` when
 * the store does not respond, or a proxy responds with 200 in its place, which `client.getDocument` takes for "no document".
 */
export async function readDocument<Document extends object>(
  client: ReadClient,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<(SanityDocument & Document) | null> {
  const url = documentUrl(client, id);
  const response = await client
    .request<{ documents?: (SanityDocument & Document)[] } | undefined>({
      url,
      ...(signal ? { signal } : {}),
    })
    .catch(throwStoreError);
  if (!Array.isArray(response?.documents))
    throw new AppError("unavailable", `${id}: the content store returned no data.`);
  return response.documents[0] ?? null;
}

export interface RetryPolicy {
  /** Maximum number of calls, including the first. */
  attempts: number;
  /** Pause before the second call. Doubles for each further call; up to twice as long at random. */
  firstPauseMs: number;
  /** Timeout of one call: a lost packet should cost a retry, not the whole budget. */
  attemptTimeoutMs: number;
  /** Total time of all calls and pauses, at most `MAX_OPERATION_RETRY_MS`. */
  budgetMs: number;
}

/** docs/specification.md, section 9, "Library values": no operation is retried for longer than this. */
export const MAX_OPERATION_RETRY_MS = 120_000;

const WRITE_POLICY: RetryPolicy = {
  attempts: 4,
  firstPauseMs: 150,
  attemptTimeoutMs: 4_000,
  budgetMs: 9_000,
};

/**
 * Runs an idempotent write until it succeeds, is refused, or the policy is used up. Retries `unavailable` only (network,
 * time-out, 429, 5xx). Throws the AppError of the last failure.
 */
export async function retryWrite<Result>(
  write: (signal: AbortSignal) => Promise<Result>,
  { attempts, firstPauseMs, attemptTimeoutMs, ...policy }: RetryPolicy = WRITE_POLICY,
): Promise<Result> {
  const budgetMs = Math.min(policy.budgetMs, MAX_OPERATION_RETRY_MS);
  const deadline = Date.now() + budgetMs;
  const attempt = () => {
    const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline - Date.now()));
    return write(AbortSignal.timeout(timeoutMs)).catch(throwStoreError);
  };
  return pRetry(attempt, {
    retries: attempts - 1,
    minTimeout: firstPauseMs,
    maxRetryTime: budgetMs,
    randomize: true,
    shouldRetry: ({ error }) => storeError(error).code === "unavailable",
  });
}
