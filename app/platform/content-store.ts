import type { SanityClient } from "@sanity/client";
import { AppError } from "./errors.ts";

/** Holds the read token: queries, single documents and the listener. */
export type ReadClient = Pick<SanityClient, "fetch" | "listen" | "getDataUrl" | "request">;

/** Holds the write token: mutations, and nothing that reads. */
export type WriteClient = Pick<
  SanityClient,
  "create" | "createIfNotExists" | "createOrReplace" | "delete" | "patch" | "mutate" | "transaction"
>;

/** The content store as rooms that read and write private documents get it: one token for each. */
export interface ContentStore {
  readClient: ReadClient;
  writeClient: WriteClient;
}

/** Sanity's rule for ids, and no dot at either end: `.` alone would be a step in a path. */
const DOCUMENT_ID = /^(?![-.])(?!.*\.\.)(?!.*\.$)[A-Za-z0-9._-]{1,128}$/;

export function isDocumentId(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT_ID.test(value);
}

/** Returns a document id as it is. Throws an AppError `bad-request` for what Sanity would not take as one. */
export function documentId(value: unknown): string {
  if (!isDocumentId(value)) throw new AppError("bad-request", "The document id is not valid.");
  return value;
}

/**
 * The path of a document in the content store's API: the only place where an id becomes part of an address, because
 * `client.getDataUrl` and `client.getDocument` do not encode. Throws like `documentId`.
 */
export function documentUrl(client: Pick<ReadClient, "getDataUrl">, id: string): string {
  return client.getDataUrl("doc", encodeURIComponent(documentId(id)));
}
