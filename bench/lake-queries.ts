/**
 * The gain of the lake's indexes: point lookups through whole requests of the lake (parsing, lookup, evaluation, JSON) compared
 * with groq-js alone, which scans the same documents, in the same run.
 *
 *   node bench/lake-queries.ts [--json] [--sizes 10000,100000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLake } from "../lake/src/index.ts";
import type { Lake } from "../lake/src/index.ts";
import { evaluate, parse } from "../lake/src/query/groq.ts";

interface Row {
  documents: number;
  query: string;
  /** Medians, in ms. */
  plain: number;
  lake: number;
  /** How many times faster the lake is. */
  ratio: number;
}

const TYPES = ["page", "post", "project", "contract"];
const ORIGIN = "http://localhost";
const DATA = `${ORIGIN}/v2025-02-19/data`;

const documentAt = (n: number): { _id: string; _type: string } & Record<string, unknown> => ({
  _id: `document-${n}`,
  _type: TYPES[n % TYPES.length] ?? "page",
  title: `Title ${n}`,
  slug: { _type: "slug", current: `slug-${n}` },
  body: [
    { _type: "block", _key: "a", children: [{ _type: "span", _key: "b", text: "lorem ipsum ".repeat(60) }] },
  ],
});

const QUERIES = [
  {
    query: "*[_type == $type && slug.current == $slug][0]",
    paramsAt: (n: number) => ({ type: TYPES[n % TYPES.length], slug: `slug-${n}` }),
  },
  { query: "*[_id == $id][0]", paramsAt: (n: number) => ({ id: `document-${n}` }) },
];

/** Returns the median time of `runs` calls, in ms. */
async function median(runs: number, run: (n: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const started = performance.now();
    await run(n);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

async function fill(lake: Lake, documents: ReadonlyArray<{ _id: string; _type: string }>): Promise<void> {
  const headers = { authorization: `Bearer ${lake.tokens.write}` };
  for (let start = 0; start < documents.length; start += 2000) {
    const mutations = documents.slice(start, start + 2000).map((create) => ({ create }));
    const init = { method: "POST", headers, body: JSON.stringify({ mutations }) };
    const response = await lake.fetch(new Request(`${DATA}/mutate/production`, init));
    if (!response.ok) throw new Error(await response.text());
  }
}

async function ask(lake: Lake, query: string, params: object): Promise<unknown> {
  const search = new URLSearchParams({ query });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  const response = await lake.fetch(new Request(`${DATA}/query/production?${search}`));
  return ((await response.json()) as { result: unknown }).result;
}

const idOf = (result: unknown): unknown => (result as { _id?: unknown } | null)?._id;

async function measure(size: number): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
  const lake = await createLake({ directory, publicUrl: ORIGIN });
  const dataset = Array.from({ length: size }, (_, n) => documentAt(n));
  await fill(lake, dataset);
  const rows: Row[] = [];
  for (const { query, paramsAt } of QUERIES) {
    // Spread over the dataset; 7919 is prime.
    const paramsOf = (n: number): object => paramsAt((n * 7919) % size);
    const plainly = (n: number): unknown => evaluate(parse(query, { params: paramsOf(n) }), { dataset });
    const throughLake = (n: number): Promise<unknown> => ask(lake, query, paramsOf(n));
    for (let n = 0; n < 5; n += 1) {
      const [expected, found] = [plainly(n), await throughLake(n)];
      if (idOf(expected) === undefined || idOf(expected) !== idOf(found))
        throw new Error(`Wrong answer to ${query}`);
    }
    await median(500, throughLake);
    const plain = await median(15, plainly);
    const quick = await median(2000, throughLake);
    rows.push({ documents: size, query, plain, lake: quick, ratio: plain / quick });
  }
  await lake.close();
  rmSync(directory, { recursive: true });
  return rows;
}

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, sizes: { type: "string", default: "10000,100000" } },
});
const rows: Row[] = [];
for (const size of values.sizes.split(",")) rows.push(...(await measure(Number(size))));

if (values.json) console.log(JSON.stringify({ benchmark: "lake-queries", rows }));
else {
  console.table(
    rows.map(({ documents, query, plain, lake, ratio }) => ({
      documents,
      query,
      "groq-js alone, ms": plain.toFixed(2),
      "lake, ms": lake.toFixed(3),
      "times faster": Math.round(ratio),
    })),
  );
}
