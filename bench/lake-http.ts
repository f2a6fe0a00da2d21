/**
 * The lake beside bare SQLite behind the same node:http server, in slices that take turns: point queries over many
 * documents beside a read by primary key, acknowledged writes of 64 clients beside inserts that share their commits.
 *
 *   node bench/lake-http.ts [--json] [--documents 100000] [--slices 7] [--seconds 2] [--profile <directory>]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Load } from "./lib/http-load.ts";
import { httpSlice } from "./lib/http-slice.ts";
import type { HttpSlice } from "./lib/http-slice.ts";
import { pin } from "./lib/load.ts";
import { median } from "./lib/median.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    documents: { type: "string", default: "100000" },
    slices: { type: "string", default: "7" },
    seconds: { type: "string", default: "2" },
    profile: { type: "string" },
    only: { type: "string" },
  },
});
const size = Number(values.documents);
const CLIENTS = 64;

const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
const script = fileURLToPath(new URL("lake/server.ts", import.meta.url));
const profile = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : [];
const server = spawn(process.execPath, [...profile, script, directory, String(size)], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = (await once(server.stdout, "data")) as [Buffer];
const { port, token, startMs } = JSON.parse(String(line)) as { port: number; token: string; startMs: number };
const pid = server.pid ?? 0;
pin(pid);

const HEAD = `HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
const get = (path: string): string => `GET ${path} ${HEAD}\r\n`;
const post = (path: string, body: string): string => {
  // What stands for 16 digits is 4 characters long here.
  const length = Buffer.byteLength(body) + 12 * (body.split("{id}").length - 1);
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`;
  return `POST ${path} ${HEAD}${headers}\r\n${body}`;
};
const query = (groq: string, params: Record<string, string>): string => {
  const search = Object.entries(params).map(([name, value]) => `&%24${name}=%22${value}%22`);
  return get(`/v2025-02-19/data/query/production?query=${encodeURIComponent(groq)}${search.join("")}`);
};
const submission = JSON.stringify({
  mutations: [
    { create: { _id: "contract.{id}", _type: "contract", name: "Ada", text: "lorem ipsum ".repeat(40) } },
  ],
});

const requests: Record<string, string> = {
  "bare read": get(`/bare/document-{n}`),
  "lake, by _id": query("*[_id == $id][0]", { id: "document-{n}" }),
  "lake, by slug": query('*[_type in ["page", "post", "project", "contract"] && slug.current == $slug][0]', {
    slug: "slug-{n}",
  }),
  "bare write": post("/bare", submission),
  "lake write": post("/v2025-02-19/data/mutate/production", submission),
};

const slices = new Map<string, HttpSlice[]>();
for (let round = 0; round <= Number(values.slices); round++) {
  for (const [name, request] of Object.entries(requests)) {
    if (values.only && !name.includes(values.only)) continue;
    const load: Load = {
      port,
      connections: CLIENTS,
      seconds: Number(values.seconds),
      request,
      below: size,
      status: "200",
    };
    const measured = await httpSlice(load, pid);
    if (round > 0) slices.set(name, [...(slices.get(name) ?? []), measured]); // the first one warms
  }
}
server.kill("SIGINT");
await once(server, "exit");
rmSync(directory, { recursive: true });
console.log({ startMs });
console.table(
  [...slices].map(([name, all]) => ({
    name,
    rate: Math.round(median(all.map((one) => one.rate))),
    p50: median(all.map((one) => one.p50)),
    p99: median(all.map((one) => one.p99)),
    cpu: median(all.map((one) => one.cpu)),
  })),
);
