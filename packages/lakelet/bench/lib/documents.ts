import type { Lake } from "lakelet";

const TYPES = ["page", "post", "project", "contract"];
const AUTHORS = 200;
const FIRST_DATE = 1_600_000_000_000;

/** Of equal length for every document, so that requests have a constant length. */
const padded = (n: number, size: number): string => String(n).padStart(String(size).length, "0");

export const dateAt = (minute: number): string => new Date(FIRST_DATE + minute * 60_000).toISOString();
export const minuteOf = (date: string): number => (Date.parse(date) - FIRST_DATE) / 60_000;

/** A document of about 1 KB, of one of four types. Dates are spread over the dataset; 7919 is prime. */
export const documentAt = (n: number, size: number) => ({
  _id: `document-${padded(n, size)}`,
  _type: TYPES[n % TYPES.length] ?? "page",
  title: `Title ${n}`,
  slug: { _type: "slug", current: `slug-${padded(n, size)}` },
  publishedAt: dateAt((n * 7919) % size),
  author: { _type: "reference", _ref: `author-${n % AUTHORS}`, _weak: true },
  body: [
    {
      _type: "block",
      _key: "a",
      children: [{ _type: "span", _key: "b", text: `${n} lorem ipsum `.repeat(42) }],
    },
  ],
});

/** Yields all documents. */
export function* documents(size: number): Generator<ReturnType<typeof documentAt>> {
  for (let n = 0; n < size; n++) yield documentAt(n, size);
}

/** Yields what the documents refer to. */
export function* authors(): Generator<{ _id: string; _type: string; name: string }> {
  for (let n = 0; n < AUTHORS; n++) yield { _id: `author-${n}`, _type: "author", name: `Author ${n}` };
}

/** Yields the documents of a transaction at a time. */
function* batched<T>(documents: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const one of documents) {
    if (batch.push(one) < 2000) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Stores documents in a lake without a base path. */
export async function fillLake(lake: Lake, documents: Iterable<object>): Promise<void> {
  const headers = { authorization: `Bearer ${lake.tokens.write}` };
  for (const batch of batched(documents)) {
    const body = JSON.stringify({ mutations: batch.map((one) => ({ create: one })) });
    const url = "http://localhost/v2025-02-19/data/mutate/production";
    const response = await lake.fetch(new Request(url, { method: "POST", headers, body }));
    if (!response.ok) throw new Error(await response.text());
  }
}
