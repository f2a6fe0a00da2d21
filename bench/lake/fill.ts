import type { Lake } from "../../lake/src/index.ts";

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
