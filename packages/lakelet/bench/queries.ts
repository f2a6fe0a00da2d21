/**
 * The field's own queries through whole requests of the lake (parsing, lookup, evaluation, JSON), beside groq-js alone, which scans
 * the same documents, and bare SQLite with an index for each, in one run.
 *
 *   node packages/lakelet/bench/queries.ts [--json] [--sizes 10000,100000]
 *   node --max-old-space-size=8192 packages/lakelet/bench/queries.ts --sizes 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { judged, report } from "bench-kit/row";
import type { Row } from "bench-kit/row";
import { createLake } from "lakelet";
import type { Lake } from "lakelet";
import { evaluate, parse } from "../src/query/groq.ts";
import { authors, dateAt, documentAt, documents, fillLake, minuteOf } from "./lib/documents.ts";

const ORIGIN = "http://localhost";

function* all(size: number): Generator<{ _id: string; _type: string }> {
  yield* authors();
  yield* documents(size);
}

interface Query {
  query: string;
  sql: string;
  /** What both are asked for: the same values in the same order. */
  paramsOf: (document: ReturnType<typeof documentAt>, size: number) => Record<string, string>;
  /** Each document of the result makes groq-js scan everything. */
  nested?: true;
}

const QUERIES: Query[] = [
  {
    query: "*[_type == $type && slug.current == $slug][0]",
    sql: "SELECT json FROM d WHERE type = $type AND json ->> '$.slug.current' = $slug LIMIT 1",
    paramsOf: ({ _type, slug }) => ({ type: _type, slug: slug.current }),
  },
  {
    query: "*[_id == $id][0]",
    sql: "SELECT json FROM d WHERE id = $id",
    paramsOf: ({ _id }) => ({ id: _id }),
  },
  {
    query: "*[_type == $type] | order(publishedAt desc)[0...20]",
    sql: "SELECT json FROM d WHERE type = $type ORDER BY json ->> '$.publishedAt' DESC LIMIT 20",
    paramsOf: ({ _type }) => ({ type: _type }),
  },
  {
    query: "*[_type == $type && publishedAt >= $from && publishedAt < $to]{_id}",
    sql: "SELECT id FROM d WHERE type = $type AND json ->> '$.publishedAt' >= $from AND json ->> '$.publishedAt' < $to",
    paramsOf: ({ _type, publishedAt }, size) => {
      const minute = Math.min(minuteOf(publishedAt), size - 100);
      return { type: _type, from: dateAt(minute), to: dateAt(minute + 100) };
    },
  },
  {
    query: `*[_type == "author"][0...20]{name, "posts": count(*[_type == $type && references(^._id)])}`,
    sql: `SELECT json ->> '$.name', (SELECT count(*) FROM d AS p WHERE p.type = $type AND p.json ->> '$.author._ref' = +a.id)
      FROM d AS a WHERE a.type = 'author' ORDER BY a.id LIMIT 20`,
    paramsOf: ({ _type }) => ({ type: _type }),
    nested: true,
  },
];

const INDEXES = `
  CREATE INDEX slugs ON d (type, json ->> '$.slug.current');
  CREATE INDEX dates ON d (type, json ->> '$.publishedAt');
  CREATE INDEX authors ON d (type, json ->> '$.author._ref');
  ANALYZE`;

/** Returns the median time of calls, in ms: `runs` of them, or as many as fit into two seconds. */
async function median(runs: number, run: (n: number) => unknown): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + 2_000;
  for (let n = 0; n < runs && (n < 3 || performance.now() < until); n += 1) {
    const started = performance.now();
    await run(n);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** groq-js takes seconds for more. */
const PLAIN_DOCUMENTS = 100_000;

function fillSqlite(database: DatabaseSync, size: number): void {
  database.exec("CREATE TABLE d (id TEXT PRIMARY KEY, type TEXT, json TEXT) WITHOUT ROWID; BEGIN");
  const insert = database.prepare("INSERT INTO d VALUES (?, ?, ?)");
  for (const document of all(size)) insert.run(document._id, document._type, JSON.stringify(document));
  database.exec(`COMMIT; ${INDEXES}`);
}

/** Returns the text of the response. */
async function ask(lake: Lake, query: string, params: object): Promise<string> {
  const search = new URLSearchParams({ query });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  const response = await lake.fetch(new Request(`${ORIGIN}/v2025-02-19/data/query/production?${search}`));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

const isAnswered = (response: Promise<string>): Promise<boolean> =>
  response.then(
    () => true,
    () => false,
  );

/** What a result of the lake and of SQLite have in common: how many there are, or the one. */
const sizeOf = (result: unknown): number => (Array.isArray(result) ? result.length : Number(result !== null));

const resultOf = (text: string): unknown => (JSON.parse(text) as { result: unknown }).result;

async function measure(size: number): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
  const lake = await createLake({ directory, publicUrl: ORIGIN });
  await fillLake(lake, all(size));
  const database = new DatabaseSync(":memory:");
  fillSqlite(database, size);
  const dataset = [...all(Math.min(size, PLAIN_DOCUMENTS))];
  const rows: Omit<Row, "ok">[] = [];
  for (const { query, sql, paramsOf, nested } of QUERIES) {
    const paramsAt = (n: number) => paramsOf(documentAt((n * 7919) % size, size), size);
    const throughLake = (n: number): Promise<string> => ask(lake, query, paramsAt(n));
    const statement = database.prepare(sql);
    const bySql = (n: number): unknown[] => statement.all(paramsAt(n));
    // The first of 1,000,000 documents may take longer than its deadline: it builds an index.
    for (let tries = 1; tries < 10; tries += 1) if (await isAnswered(throughLake(0))) break;
    for (let n = 0; n < 5; n += 1)
      if (sizeOf(resultOf(await throughLake(n))) !== sizeOf(bySql(n)))
        throw new Error(`Wrong answer to ${query}`);
    await median(500, throughLake);
    const plainly = (n: number): unknown => {
      const params = paramsAt(n);
      return evaluate(parse(query, { params }), { dataset, params });
    };
    const plain = nested ? null : await median(15, plainly);
    const figure = await median(2000, throughLake);
    const sqlite = await median(2000, bySql);
    const row = { name: `lake: ${query}, ${size} documents`, figure, unit: "ms" };
    const reference = { name: "SQLite with an index", figure: sqlite };
    rows.push({ ...row, reference, ratio: figure / sqlite, bound: { most: 10 } });
    if (plain !== null)
      rows.push({ ...row, reference: { name: "groq-js alone", figure: plain }, ratio: plain / figure });
  }
  database.close();
  await lake.close();
  rmSync(directory, { recursive: true });
  return rows.map(judged);
}

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, sizes: { type: "string", default: "10000,100000" } },
});
const rows: Row[] = [];
for (const size of values.sizes.split(",")) rows.push(...(await measure(Number(size))));
report("lake-queries", rows, values.json);
