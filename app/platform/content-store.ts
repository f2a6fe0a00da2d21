import type { ClientConfig, SanityClient } from "@sanity/client";
import { AppError } from "./errors.ts";

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

/** Sanity's rule for ids, without a dot at either end: `.` alone would be a path segment. */
const DOCUMENT_ID = /^(?![-.])(?!.*\.\.)(?!.*\.$)[A-Za-z0-9._-]{1,128}$/;

export function isDocumentId(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT_ID.test(value);
}

/** Returns the id unchanged. Throws an AppError `bad-request` for anything but a valid document id. */
export function documentId(value: unknown): string {
  if (!isDocumentId(value)) throw new AppError("bad-request", "The document id is not valid.");
  return value;
}

/**
 * Returns the path of a document in the content store's API. The only place where an id becomes part of a URL, because
 * `client.getDataUrl` and `client.getDocument` do not encode. Throws like `documentId`.
 */
export function documentUrl(client: Pick<ReadClient, "getDataUrl">, id: string): string {
  return client.getDataUrl("doc", encodeURIComponent(documentId(id)));
}

/** The content lake in this process, called like `fetch`. */
export type LakeFetch = (request: Request) => Promise<Response>;

/** Never resolved: the client needs an origin. */
const LAKE_URL = "http://localhost/lake";

/** Returns the client options that send its requests to the lake in this process. */
export function inProcess(lakeFetch: LakeFetch): Pick<ClientConfig, "apiHost" | "resolveFetch"> {
  // Streaming bodies require `duplex`, which the types of `fetch` lack.
  const withDuplex = (init: object | undefined) => ({ duplex: "half" as const, ...init });
  return {
    apiHost: LAKE_URL,
    resolveFetch: () => (url, init) => lakeFetch(new Request(url, withDuplex(init))),
  };
}
