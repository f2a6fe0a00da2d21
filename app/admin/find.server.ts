import { setImmediate as nextTurn } from "node:timers/promises";
import type { SanityClient } from "@sanity/client";
import { TABLES, type TableKind } from "../model/tables.ts";
import { throwStoreError } from "../platform/content-store.server.ts";
import { readTypes } from "../platform/read-parts.server.ts";
import { readReference, referenceNumber } from "../submissions/submission-id.server.ts";
import type { Stored } from "./export.server.ts";
import { alsoFinds, type Searched } from "./search.ts";
import type { TableQuery } from "./table-query.ts";
import { TABLE_QUERIES } from "./tables-query.ts";

interface Finder {
  adminClient: SanityClient;
  /** Key of the reference numbers. */
  secret: string;
}

/** What a document is found and sorted by. */
interface Compared extends Searched {
  isWanted: boolean | null;
  key: unknown;
}

/** Shorter ones find by their words alone, so that the first letters of a search stay cheap. */
const MIN_SEARCH = 3;

/** Returns the test whether a search finds a document: by its words, its reference number, or as `alsoFinds` says. */
function searchTest({ secret }: Finder, kind: TableKind, search: string): (one: Searched) => boolean {
  const words = search.toLowerCase();
  if (search.length < MIN_SEARCH) return ({ text }) => text.includes(words);
  const reference = TABLES[kind].hasReference ? readReference(search) : null;
  const also = alsoFinds(search);
  return (one) =>
    one.text.includes(words) ||
    (reference !== null && referenceNumber(secret, one._id) === reference) ||
    also(one);
}

/** Sorts like GROQ: numbers, then strings, then all other values. */
const rank = (value: unknown): number => (typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2);

/** Compares two sort keys in ascending order. */
export function compareKeys(a: unknown, b: unknown): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || rank(a) === 2 || a === b) return ranks;
  return (a as string) < (b as string) ? -1 : 1;
}

/**
 * Returns the ids of all documents of a table that its search and filters find, in its order. It reads what they are compared by,
 * part by part, so that nobody else waits for the whole. Throws an AppError when the store does not respond.
 */
export async function findIds(finder: Finder, kind: TableKind, query: TableQuery): Promise<string[]> {
  const { search, status, payment, suspected, needs, sort, descending } = query;
  const finds = search === "" ? () => true : searchTest(finder, kind, search);
  const found: Pick<Compared, "_id" | "key">[] = [];
  const params = { search, status, payment, suspected, needs, sort };
  const parts = { query: TABLE_QUERIES[kind].compared, params };
  for await (const part of readTypes<Compared>(finder.adminClient, TABLES[kind].types, parts))
    for (const one of part) if (one.isWanted && finds(one)) found.push({ _id: one._id, key: one.key });
  const direction = descending ? -1 : 1;
  return found
    .toSorted((a, b) => direction * compareKeys(a.key, b.key) || compareKeys(a._id, b._id))
    .map(({ _id }) => _id);
}

/** Documents of one query. */
const PART = 100;

/** Yields what an export reads of ids, some at a time and in that order; those that are gone are left out. Throws like `findIds`. */
export async function* readIds(
  client: SanityClient,
  kind: TableKind,
  ids: readonly string[],
): AsyncGenerator<Stored[]> {
  for (let start = 0; start < ids.length; start += PART) {
    const asked = ids.slice(start, start + PART);
    const part = await client
      .fetch<Stored[]>(TABLE_QUERIES[kind].exportedIds, { ids: asked })
      .catch(throwStoreError);
    yield inOrderOf(asked, part);
    await nextTurn();
  }
}

/** Returns rows in the order of ids. */
export function inOrderOf<Row extends { _id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
