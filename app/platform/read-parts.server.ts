import { setImmediate as nextTurn } from "node:timers/promises";
import { throwStoreError, type ReadClient } from "./content-store.server.ts";

/** What finds documents part by part: GROQ ending in `[_id > $after …] | order(_id asc)[0...$size]`, and its other parameters. */
export interface PartsQuery {
  query: string;
  params?: Record<string, unknown>;
  /** Documents per part. Default: as many as keep this thread for some `PART_MS`. */
  size?: number;
  /** Default: the client's own. */
  perspective?: "raw";
}

/** How long this thread should work on a part, in ms of its processor time: a lake in this process answers without leaving it. */
const PART_MS = 8;
/** Documents of the first part, and of later ones: few for a large document, many from a store on another machine. */
const PART_SIZES = { first: 50, least: 25, most: 800 };

/** Processor time of this thread, in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Returns how many documents the next part has, after one that kept this thread for `spentMs`. */
export function nextSize(size: number, spentMs: number): number {
  if (spentMs > 1.5 * PART_MS) return Math.max(size / 2, PART_SIZES.least);
  return spentMs < PART_MS / 2 ? Math.min(size * 2, PART_SIZES.most) : size;
}

/**
 * Yields all documents that a query finds, a part at a time; at least one part. Others have their turn between two parts. Throws an
 * AppError when the store does not respond.
 */
export async function* readParts<Row extends { _id: string }>(
  client: Pick<ReadClient, "fetch">,
  { query, params, size: fixed, ...options }: PartsQuery,
): AsyncGenerator<Row[]> {
  let after = "";
  let size = fixed ?? PART_SIZES.first;
  for (;;) {
    const startedMs = threadMs();
    // As a number in the query, because a parameter there makes the lake parse it anew for each part.
    const sized = query.replaceAll("$size", String(size));
    const part = await client.fetch<Row[]>(sized, { ...params, after }, options).catch(throwStoreError);
    yield part;
    const last = part.at(-1);
    if (!last || part.length < size) return;
    after = last._id;
    if (!fixed) size = nextSize(size, threadMs() - startedMs);
    await nextTurn();
  }
}

/**
 * Yields all documents of some types, as `readParts`; the query begins with `*[_type == $type && _id > $after`. One type after the
 * other, because a lake walks through one in the order of ids, but goes over all documents of several for each part.
 */
export async function* readTypes<Row extends { _id: string }>(
  client: Pick<ReadClient, "fetch">,
  types: readonly string[],
  { params, ...parts }: PartsQuery,
): AsyncGenerator<Row[]> {
  for (const type of types) yield* readParts<Row>(client, { ...parts, params: { ...params, type } });
}
