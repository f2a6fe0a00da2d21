/**
 * The lake compared with bare SQLite behind the same node:http server, in alternating slices: point queries over many documents
 * against reads by primary key, acknowledged writes of 64 clients against inserts with shared commits. Also the time to open the
 * lake.
 *
 *   node packages/lakelet/bench/http.ts [--json] [--documents 100000] [--slices 9] [--seconds 2]
 */
import { parseArgs } from "node:util";
import type { Target } from "bench-kit/load";
import { judged, report } from "bench-kit/row";
import type { Row } from "bench-kit/row";
import { Slices } from "bench-kit/slices";
import { startLakeServer } from "./lib/start-server.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    documents: { type: "string", default: "100000" },
    slices: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
  },
});
const size = Number(values.documents);
const CLIENTS = 64;

const { pid, port, token, start, stop } = await startLakeServer(size);

const HEAD = `HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
const get = (path: string): string => `GET ${path} ${HEAD}\r\n`;
function post(path: string, body: string): string {
  // `{id}` will be replaced by 16 digits.
  const length = Buffer.byteLength(body) + 12 * (body.split("{id}").length - 1);
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`;
  return `POST ${path} ${HEAD}${headers}\r\n${body}`;
}
function query(groq: string, params: Record<string, string>): string {
  const search = Object.entries(params).map(([name, value]) => `&%24${name}=%22${value}%22`);
  return get(`/v2025-02-19/data/query/production?query=${encodeURIComponent(groq)}${search.join("")}`);
}
const submission = JSON.stringify({
  mutations: [
    { create: { _id: "contract.{id}", _type: "contract", name: "Ada", text: "lorem ipsum ".repeat(40) } },
  ],
});
const TYPES = '["page", "post", "project", "contract"]';

const target = (request: string): Target => ({
  port,
  connections: CLIENTS,
  request,
  below: size,
  status: 200,
  pids: [pid],
});
const slices = await Slices.take(
  {
    "SQLite read": target(get("/bare/document-{n}")),
    "by _id": target(query("*[_id == $id][0]", { id: "document-{n}" })),
    "by slug": target(query(`*[_type in ${TYPES} && slug.current == $slug][0]`, { slug: "slug-{n}" })),
    "SQLite write": target(post("/bare", submission)),
    write: target(post("/v2025-02-19/data/mutate/production", submission)),
  },
  Number(values.slices),
  Number(values.seconds),
);
await stop();

const READ = "SQLite read, by primary key";
const WRITE = "SQLite insert, shared commits";
const reads = (["by _id", "by slug"] as const).flatMap((name): Omit<Row, "ok">[] => [
  {
    name: `lake: query ${name}, ${size} documents`,
    figure: slices.middle(name, "rate"),
    unit: "/s",
    reference: { name: READ, figure: slices.middle("SQLite read", "rate") },
    ratio: slices.ratio("SQLite read", name, "rate"),
    bound: { most: 5 },
  },
  {
    name: `lake: query ${name}, processor time`,
    figure: slices.middle(name, "cpu"),
    unit: "µs",
    reference: { name: READ, figure: slices.middle("SQLite read", "cpu") },
    ratio: slices.ratio(name, "SQLite read", "cpu"),
    bound: { most: 5 },
  },
]);
const rows: Omit<Row, "ok">[] = [
  ...reads,
  {
    name: `lake: acknowledged writes, ${CLIENTS} clients`,
    figure: slices.middle("write", "rate"),
    unit: "/s",
    reference: { name: WRITE, figure: slices.middle("SQLite write", "rate") },
    ratio: slices.ratio("write", "SQLite write", "rate"),
  },
  {
    name: "lake: acknowledged write, processor time",
    figure: slices.middle("write", "cpu"),
    unit: "µs",
    reference: { name: WRITE, figure: slices.middle("SQLite write", "cpu") },
    ratio: slices.ratio("write", "SQLite write", "cpu"),
  },
  {
    name: "lake: acknowledged write, processor time of the load generator",
    figure: slices.middle("write", "generator"),
    unit: "µs",
    reference: { name: WRITE, figure: slices.middle("SQLite write", "generator") },
  },
  {
    name: `lake: opening with ${size} documents`,
    figure: start.wall,
    unit: "ms",
    reference: { name: "of it on the processor", figure: start.cpu },
  },
  { name: "lake: opening, processor time", figure: start.cpu, unit: "ms", bound: { most: 3000 } },
];
report("lake-http", rows.map(judged), values.json);
