/**
 * The field's own queries through whole requests of the lake (parsing, lookup, evaluation, JSON), beside groq-js alone, which scans
 * the same documents, and bare SQLite with an index for each, in one run; and the memory of a document
 * and how fast documents are stored.
 *
 *   node --expose-gc packages/lakelet/bench/queries.ts [--json] [--sizes 10000,100000]
 *   node --expose-gc --max-old-space-size=8192 packages/lakelet/bench/queries.ts --sizes 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { createLake } from "lakelet";
import type { Lake } from "lakelet";
import { evaluate, parse } from "../src/query/groq.ts";

interface Row {
  documents: number;
  query: string;
  /** Medians, in ms. `plain` is groq-js alone, over `PLAIN_DOCUMENTS` at most; null where it would take minutes. */
  plain: number | null;
  sqlite: number;
  lake: number;
  /** How many times faster the lake is than groq-js alone. */
  ratio: number | null;
  /** How many times longer the lake takes than SQLite. */
  bySqlite: number;
}

interface Filling {
  documents: number;
  /** Bytes of JSON, of the heap and of resident memory, per document. */
  json: number;
  heap: number;
  resident: number;
  /** Documents stored per second, in transactions of `BATCH`, by the lake and by SQLite in a file. */
  lake: number;
  sqlite: number;
}

const ORIGIN = "http://localhost";
const DATA = `${ORIGIN}/v2025-02-19/data`;
const AUTHORS = 200;
const TYPES = ["page", "post", "project", "contract"];

/** Near 1 KB of JSON. Dates are spread over the dataset; 7919 is prime. */
function documentAt(n: number, size: number): { _id: string; _type: string } & Record<string, unknown> {
  if (n < AUTHORS) return { _id: `author-${n}`, _type: "author", name: `Author ${n}` };
  return {
    _id: `document-${n}`,
    _type: TYPES[n % TYPES.length] ?? "page",
    title: `Title ${n}`,
    slug: { _type: "slug", current: `slug-${n}` },
    publishedAt: new Date(1_600_000_000_000 + ((n * 7919) % size) * 60_000).toISOString(),
    author: { _type: "reference", _ref: `author-${n % AUTHORS}` },
    body: [
      {
        _type: "block",
        _key: "a",
        children: [{ _type: "span", _key: "b", text: `${n} lorem ipsum `.repeat(42) }],
      },
    ],
  };
}

interface Query {
  query: string;
  sql: string;
  /** What both are asked for: the same values in the same order. */
  paramsAt: (n: number, size: number) => Record<string, string | number>;
  /** Each document of the result makes groq-js scan everything. */
  nested?: true;
}

const dateAt = (minutes: number): string => new Date(1_600_000_000_000 + minutes * 60_000).toISOString();

const QUERIES: Query[] = [
  {
    query: "*[_type == $type && slug.current == $slug][0]",
    sql: "SELECT json FROM d WHERE type = $type AND json ->> '$.slug.current' = $slug LIMIT 1",
    paramsAt: (n) => ({ type: TYPES[n % TYPES.length] ?? "", slug: `slug-${n}` }),
  },
  {
    query: "*[_id == $id][0]",
    sql: "SELECT json FROM d WHERE id = $id",
    paramsAt: (n) => ({ id: `document-${n}` }),
  },
  {
    query: "*[_type == $type] | order(publishedAt desc)[0...20]",
    sql: "SELECT json FROM d WHERE type = $type ORDER BY json ->> '$.publishedAt' DESC LIMIT 20",
    paramsAt: (n) => ({ type: TYPES[n % TYPES.length] ?? "" }),
  },
  {
    query: "*[_type == $type && publishedAt >= $from && publishedAt < $to]{_id}",
    sql: "SELECT id FROM d WHERE type = $type AND json ->> '$.publishedAt' >= $from AND json ->> '$.publishedAt' < $to",
    paramsAt: (n, size) => ({
      type: TYPES[n % TYPES.length] ?? "",
      from: dateAt(n % (size - 100)),
      to: dateAt((n % (size - 100)) + 100),
    }),
  },
  {
    query: `*[_type == "author"][0...20]{name, "posts": count(*[_type == $type && references(^._id)])}`,
    sql: `SELECT json ->> '$.name', (SELECT count(*) FROM d AS p WHERE p.type = $type AND p.json ->> '$.author._ref' = +a.id)
      FROM d AS a WHERE a.type = 'author' ORDER BY a.id LIMIT 20`,
    paramsAt: (n) => ({ type: TYPES[n % TYPES.length] ?? "" }),
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

const memoryUsed = (): { heap: number; resident: number } => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, resident: rss };
};

const BATCH = 2_000;

/** groq-js takes seconds for more. */
const PLAIN_DOCUMENTS = 100_000;

/** Returns the characters sent, and the ms that the lake took for them. */
async function fill(lake: Lake, size: number): Promise<{ characters: number; ms: number }> {
  const headers = { authorization: `Bearer ${lake.tokens.write}` };
  let characters = 0;
  let ms = 0;
  for (let start = 0; start < size; start += BATCH) {
    const length = Math.min(BATCH, size - start);
    const mutations = Array.from({ length }, (_, n) => ({ create: documentAt(start + n, size) }));
    const body = JSON.stringify({ mutations });
    characters += body.length;
    const request = new Request(`${DATA}/mutate/production`, { method: "POST", headers, body });
    const started = performance.now();
    const response = await lake.fetch(request);
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
    ms += performance.now() - started;
  }
  return { characters, ms };
}

/** Returns the ms that SQLite takes to store the same documents in a file, as durably as the lake, from JSON text. */
function fillSqlite(directory: string, size: number): number {
  const database = new DatabaseSync(join(directory, "bare.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE d (id TEXT PRIMARY KEY, type TEXT, json TEXT) WITHOUT ROWID");
  const insert = database.prepare("INSERT INTO d VALUES (?, ?, ?)");
  let ms = 0;
  for (let start = 0; start < size; start += BATCH) {
    const length = Math.min(BATCH, size - start);
    const text = JSON.stringify(Array.from({ length }, (_, n) => documentAt(start + n, size)));
    const started = performance.now();
    database.exec("BEGIN");
    for (const document of JSON.parse(text) as ReturnType<typeof documentAt>[])
      insert.run(document._id, document._type, JSON.stringify(document));
    database.exec("COMMIT");
    ms += performance.now() - started;
  }
  database.close();
  return ms;
}

/** A table of the same documents, in memory. */
function sqliteWith(size: number): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE d (id TEXT PRIMARY KEY, type TEXT, json TEXT) WITHOUT ROWID; BEGIN");
  const insert = database.prepare("INSERT INTO d VALUES (?, ?, ?)");
  for (let n = 0; n < size; n += 1) {
    const document = documentAt(n, size);
    insert.run(document._id, document._type, JSON.stringify(document));
  }
  database.exec(`COMMIT; ${INDEXES}`);
  return database;
}

/** Returns the text of the response. */
async function ask(lake: Lake, query: string, params: object): Promise<string> {
  const search = new URLSearchParams({ query });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  const response = await lake.fetch(new Request(`${DATA}/query/production?${search}`));
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

async function measure(size: number): Promise<{ rows: Row[]; filling: Filling }> {
  const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
  const lake = await createLake({ directory, publicUrl: ORIGIN });
  const before = memoryUsed();
  const { characters, ms } = await fill(lake, size);
  const after = memoryUsed();
  const sqliteMs = fillSqlite(directory, size);
  const filling = {
    documents: size,
    json: characters / size,
    heap: (after.heap - before.heap) / size,
    resident: (after.resident - before.resident) / size,
    lake: (1000 * size) / ms,
    sqlite: (1000 * size) / sqliteMs,
  };
  const database = sqliteWith(size);
  const plainSize = Math.min(size, PLAIN_DOCUMENTS);
  const dataset = Array.from({ length: plainSize }, (_, n) => documentAt(n, size));
  const rows: Row[] = [];
  for (const { query, sql, paramsAt, nested } of QUERIES) {
    const paramsOf = (n: number) => paramsAt(AUTHORS + ((n * 7919) % (size - AUTHORS)), size);
    const plainly = (n: number): unknown => evaluate(parse(query, { params: paramsOf(n) }), { dataset });
    const throughLake = (n: number): Promise<string> => ask(lake, query, paramsOf(n));
    const statement = database.prepare(sql);
    const bySql = (n: number): unknown[] => statement.all(paramsOf(n));
    // The first of 1,000,000 documents may take longer than its deadline: it builds an index.
    for (let tries = 1; tries < 10; tries += 1) if (await isAnswered(throughLake(0))) break;
    for (let n = 0; n < 5; n += 1)
      if (sizeOf(resultOf(await throughLake(n))) !== sizeOf(bySql(n)))
        throw new Error(`Wrong answer to ${query}`);
    await median(500, throughLake);
    const plain = nested ? null : await median(15, plainly);
    const quick = await median(2000, throughLake);
    const sqlite = await median(2000, bySql);
    const ratio = plain === null ? null : plain / quick;
    rows.push({ documents: size, query, plain, sqlite, lake: quick, ratio, bySqlite: quick / sqlite });
  }
  database.close();
  await lake.close();
  rmSync(directory, { recursive: true });
  return { rows, filling };
}

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, sizes: { type: "string", default: "10000,100000" } },
});
const measured = [];
for (const size of values.sizes.split(",")) measured.push(await measure(Number(size)));
const rows = measured.flatMap((one) => one.rows);
const fillings = measured.map((one) => one.filling);

if (values.json) console.log(JSON.stringify({ benchmark: "lake-queries", rows, fillings }));
else {
  console.table(
    rows.map(({ documents, query, plain, sqlite, lake, ratio, bySqlite }) => ({
      documents,
      query: query.slice(0, 60),
      "groq-js alone, ms": plain?.toFixed(2) ?? "-",
      "SQLite, ms": sqlite.toFixed(3),
      "lake, ms": lake.toFixed(3),
      "× faster than groq-js": ratio === null ? "-" : Math.round(ratio),
      "× SQLite": bySqlite.toFixed(1),
    })),
  );
  console.table(
    fillings.map(({ documents, json, heap, resident, lake, sqlite }) => ({
      documents,
      "JSON, bytes": Math.round(json),
      "heap, bytes": globalThis.gc ? Math.round(heap) : "needs --expose-gc",
      "resident, bytes": globalThis.gc ? Math.round(resident) : "needs --expose-gc",
      "stored per second": Math.round(lake),
      "by SQLite": Math.round(sqlite),
      "× SQLite's time": (sqlite / lake).toFixed(1),
    })),
  );
}
