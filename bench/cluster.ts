/**
 * What one, two and three processes behind Caddy do of what is not from memory, in slices of one run that take turns: requests per
 * second by the clock, six under way at a time, and processor time per request of the site's processes together, which has to stay
 * the same within a tenth. Processor time is taken with one request at a time: processes that work at once share caches and
 * hyper-threads, so that on one machine each second of theirs does less, however well the site divides its work.
 *
 *   node bench/cluster.ts [--rounds 6] [--requests 50] [--json]     needs a built site (npm start builds one)
 *
 * Figures go to bench/results/cluster.json.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FORM_TOKEN } from "../app/commands.server.ts";
import { startClusterScene } from "../tests/chaos/cluster-scene.ts";
import { Line } from "../tests/chaos/line.ts";
import { pageToken } from "../tests/support/form-posts.ts";
import { pdfOfSize } from "../tests/support/sample-files.ts";
import { metadataHeader, sha256 } from "../tests/support/upload-harness.ts";
import { cpuMicros } from "bench-kit/load";
import { median } from "bench-kit/median";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    requests: { type: "string", default: "50" },
    json: { type: "boolean", default: false },
  },
});
/** Requests under way at a time when the clock is read, whatever the number of processes. */
const LANES = 6;
/** What a request leaves to be done after its response, such as emails, is over when processes rested for so long. */
const REST_MS = 400;
/** How long the processes are watched doing nothing: what they do by themselves is taken off. */
const IDLE_MS = 3_000;

const scene = await startClusterScene();
const { origin, cluster, adminCookie } = scene;
const line = new Line(origin);
const { formToken } = await pageToken(origin);
const file = pdfOfSize(200_000);
const sum = sha256(file);

async function request(path: string, init: RequestInit = {}): Promise<void> {
  const headers = { "x-forwarded-for": line.newAddress(), ...(init.headers as Record<string, string>) };
  const answer = await line.ask(path, { ...init, headers });
  if (!answer || answer.status >= 400)
    throw new Error(`${answer?.status} ${path}: ${answer?.text.slice(0, 200)}`);
}

function submit(): Promise<void> {
  const id = randomUUID();
  const fields = { name: "Ada", email: `${id}@example.com`, message: id, submissionId: id };
  return request("/contact.data", {
    method: "POST",
    body: new URLSearchParams({ ...fields, [FORM_TOKEN]: formToken }),
  });
}

function upload(): Promise<void> {
  const metadata = { key: randomUUID(), draft: randomUUID(), filename: "plan.pdf", sha256: sum };
  return request("/api/uploads", {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(file.length),
      "upload-metadata": metadataHeader(metadata),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(file),
  });
}

const KINDS: Record<string, () => Promise<void>> = {
  "page rendered": () => request(`/search?q=${randomUUID().slice(0, 8)}`),
  "submission, with its emails": submit,
  "upload of 200 kB": upload,
  "dashboard of an admin": () => request("/admin", { headers: { cookie: adminCookie } }),
};

/** Processor time of processes, all of their threads, in ms. */
const cpuOf = (pids: readonly number[]) => pids.reduce((total, pid) => total + cpuMicros(pid) / 1_000, 0);

/** Part of its time that an idle process works by itself. */
let idleShare = 0;

async function watchIdle(pids: readonly number[]): Promise<void> {
  const before = cpuOf(pids);
  await sleep(IDLE_MS);
  idleShare = (cpuOf(pids) - before) / pids.length / IDLE_MS;
}

/** Resolves when the processes do nothing but what they do by themselves. */
async function rest(pids: readonly number[]): Promise<void> {
  for (;;) {
    const before = cpuOf(pids);
    await sleep(REST_MS);
    if (cpuOf(pids) - before < (idleShare * 2 + 0.02) * pids.length * REST_MS) return;
  }
}

/** Sends `count` requests, `lanes` of them at a time. Returns requests per second and ms of processor time per request. */
async function slice(kind: () => Promise<void>, pids: readonly number[], count: number, lanes: number) {
  const before = cpuOf(pids);
  const started = performance.now();
  let left = count;
  const lane = async () => {
    while (left-- > 0) await kind();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const elapsedMs = performance.now() - started;
  await rest(pids);
  const ownMs = idleShare * pids.length * (performance.now() - started);
  return { perSecond: (1_000 * count) / elapsedMs, cpuMs: (cpuOf(pids) - before - ownMs) / count };
}

const COUNTS = [1, 2, 3] as const;
const pidsOf = (count: number) => cluster.sites.slice(0, count).map(({ program }) => program.pid ?? 0);
const measured = new Map<string, { perSecond: number; cpuMs: number }[]>();
const requests = Number(values.requests);
// The first rounds make every process as warm as the others.
for (let round = -2; round < Number(values.rounds); round++) {
  // Each number of processes comes first, second and third equally often.
  await watchIdle(pidsOf(3));
  for (const turn of COUNTS.keys()) {
    const count = COUNTS[(turn + round + 3) % 3] ?? 1;
    await cluster.caddy.reload(cluster.sites.slice(0, round < 0 ? 3 : count).map(({ port }) => port));
    for (const [name, kind] of Object.entries(KINDS)) {
      const { perSecond } = await slice(kind, pidsOf(count), requests, LANES);
      const { cpuMs } = await slice(kind, pidsOf(count), requests, 1);
      const key = `${name}|${count}`;
      if (round >= 0) measured.set(key, [...(measured.get(key) ?? []), { perSecond, cpuMs }]);
    }
  }
}
await scene.close();

const rows = Object.keys(KINDS).flatMap((name) =>
  COUNTS.map((count) => {
    const results = measured.get(`${name}|${count}`) ?? [];
    const alone = measured.get(`${name}|1`) ?? [];
    const ratio = median(results.map((result, round) => result.cpuMs / (alone[round]?.cpuMs ?? 0)));
    return {
      what: name,
      processes: count,
      "requests per second": Number(median(results.map(({ perSecond }) => perSecond)).toFixed(1)),
      "processor ms per request": Number(median(results.map((result) => result.cpuMs)).toFixed(2)),
      "of one process": Number(ratio.toFixed(3)),
    };
  }),
);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("cluster.json", folder), `${JSON.stringify(rows, null, 2)}\n`);
if (values.json) console.log(JSON.stringify(rows));
else console.table(rows);
const wrong = rows.filter((row) => Math.abs(row["of one process"] - 1) > 0.1);
for (const row of wrong) console.error(`${row.what}, ${row.processes} processes: more than a tenth off`);
process.exitCode = wrong.length > 0 ? 1 : 0;
