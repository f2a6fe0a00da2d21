/**
 * Cold start and memory of the site: from the start of the process until it says it is ready, the first time (it fills
 * its content lake) and again; resident memory when ready and after a round of all pages. Beside a bare node:http server.
 *
 *   node bench/start.ts [--json] [--rounds 5]      needs a built site (npm start builds one), on Linux
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../tests/support/free-port.ts";
import { start, waitFor } from "../tests/support/process.ts";
import { startSite } from "../tests/support/site.ts";
import { cpuMicros } from "./lib/load.ts";
import { median } from "./lib/median.ts";
import { memory } from "./lib/memory.ts";
import { report } from "./lib/row.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});
const MB = 1024 * 1024;
const PAGES_ROUNDS = 20;

interface Sample {
  /** Milliseconds until ready. */
  ready: number;
  /** Processor time until then, in milliseconds. */
  cpu: number;
  /** Resident, in MB. */
  rss: number;
  rssInUse: number;
}

async function usePages(origin: string): Promise<void> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = origin]) => new URL(address).pathname,
  );
  for (let round = 0; round < PAGES_ROUNDS; round++)
    for (const path of paths) await (await fetch(origin + path)).arrayBuffer();
}

async function sampleSite(dataDir: string): Promise<Sample> {
  const started = performance.now();
  const site = await startSite({ dataDir });
  const ready = performance.now() - started;
  const pid = site.child.pid ?? 0;
  const [cpu, rss] = [cpuMicros(pid) / 1000, memory(pid, "VmRSS") / MB];
  await usePages(site.origin);
  const rssInUse = memory(pid, "VmRSS") / MB;
  await site.stop();
  return { ready, cpu, rss, rssInUse };
}

async function sampleBare(): Promise<Sample> {
  const port = await freePort();
  const script = `require("node:http").createServer((_, response) => response.end("ready")).listen(${port}, "127.0.0.1")`;
  const started = performance.now();
  const bare = start(["-e", script], {});
  await waitFor(`http://127.0.0.1:${port}/`, bare);
  const ready = performance.now() - started;
  const pid = bare.child.pid ?? 0;
  const [cpu, rss] = [cpuMicros(pid) / 1000, memory(pid, "VmRSS") / MB];
  await bare.kill();
  return { ready, cpu, rss, rssInUse: rss };
}

const samples: Record<"first" | "again" | "bare", Sample[]> = { first: [], again: [], bare: [] };
for (let round = 0; round < Number(values.rounds); round++) {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-start-"));
  samples.bare.push(await sampleBare());
  samples.first.push(await sampleSite(dataDir));
  samples.again.push(await sampleSite(dataDir));
  rmSync(dataDir, { recursive: true });
}

const middle = (name: keyof typeof samples, figure: keyof Sample): number =>
  median(samples[name].map((sample) => sample[figure]));
function beside(name: string, of: keyof typeof samples, figure: keyof Sample, unit: string) {
  const [one, bare] = [middle(of, figure), middle("bare", figure)];
  return { name, figure: one, unit, reference: { name: "bare node:http", figure: bare }, ratio: one / bare };
}
const rows = [
  beside("site: ready, first start (fills its content)", "first", "ready", "ms"),
  beside("site: ready, later start", "again", "ready", "ms"),
  beside("site: ready, later start, processor time", "again", "cpu", "ms"),
  beside("site: memory when ready", "again", "rss", "MB"),
  beside("site: memory after all pages, 20 times", "again", "rssInUse", "MB"),
];
report("start", rows, values.json);
