import type { Lake } from "lakelet";

const TYPES = ["page", "post", "project", "contract"];

/** Of equal length for every document, so that requests have a constant length. */
const padded = (n: number, size: number): string => String(n).padStart(String(size).length, "0");

/** A document of about 1 KB, of one of four types. */
export const documentAt = (n: number, size: number) => ({
  _id: `document-${padded(n, size)}`,
  _type: TYPES[n % TYPES.length] ?? "page",
  title: `Title ${n}`,
  slug: { _type: "slug", current: `slug-${padded(n, size)}` },
  body: [
    { _type: "block", _key: "a", children: [{ _type: "span", _key: "b", text: "lorem ipsum ".repeat(60) }] },
  ],
});

/** Yields all documents. */
export function* documents(size: number): Generator<ReturnType<typeof documentAt>> {
  for (let n = 0; n < size; n++) yield documentAt(n, size);
}

const PER_TRANSACTION = 2000;

async function create(lake: Lake, documents: readonly object[]): Promise<void> {
  const response = await lake.fetch(
    new Request("http://localhost/v2025-02-19/data/mutate/production", {
      method: "POST",
      headers: { authorization: `Bearer ${lake.tokens.write}` },
      body: JSON.stringify({ mutations: documents.map((one) => ({ create: one })) }),
    }),
  );
  if (!response.ok) throw new Error(await response.text());
}

/** Stores documents in a lake without a base path. */
export async function fillLake(lake: Lake, documents: Iterable<object>): Promise<void> {
  let batch: object[] = [];
  for (const one of documents) {
    batch.push(one);
    if (batch.length < PER_TRANSACTION) continue;
    await create(lake, batch);
    batch = [];
  }
  if (batch.length > 0) await create(lake, batch);
}
