/**
 * A cached page compared with the same bytes from bare node:http, and the blog with rendering it, in alternating slices of one run; and the
 * time from publishing to the new page.
 *
 *   node bench/pages.ts [--json] [--slices 60] [--seconds 0.25] [--edits 50]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { getting, pin } from "bench-kit/load";
import { median } from "bench-kit/median";
import { Slices } from "bench-kit/slices";
import { lakeClient, lakeTokens, startSiteProcess, type SiteProcess } from "../tests/support/site.ts";
import { startRawServer } from "./raw-server.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    slices: { type: "string", default: "60" },
    seconds: { type: "string", default: "0.25" },
    edits: { type: "string", default: "50" },
  },
});
const [BARE, KEPT, RENDERED] = ["node:http, same bytes", "page from memory", "plain rendering"] as const;
const brotli = { "accept-encoding": "br" };

const site = await startSiteProcess();
// By IP: looking up a name would count for one side only.
const home = `${site.origin.replace("localhost", "127.0.0.1")}/`;
let etag: string | null = null;
while (etag === null) {
  const answer = await fetch(home, { headers: brotli });
  await answer.arrayBuffer();
  etag = answer.headers.get("etag");
}
const pids = [site.child.pid ?? 0];
const raw = await startRawServer(home, brotli);
pin(site.child.pid);
pin(raw.child.pid);

const slices = await Slices.take(
  {
    [BARE]: { ...getting(raw.url, brotli), pids: [raw.child.pid ?? 0] },
    [KEPT]: { ...getting(home, brotli), pids },
    "not modified (304)": { ...getting(home, { ...brotli, "if-none-match": etag }, 304), pids },
  },
  Number(values.slices),
  Number(values.seconds),
);
// Alone: the garbage of rendering is collected later, at the cost of what is measured then.
const rendering = await Slices.take(
  {
    [KEPT]: { ...getting(`${home}blog`, brotli), pids },
    // A parameter that is given twice is no key of the cache: rendered for each request, and not compressed.
    [RENDERED]: { ...getting(`${home}blog?page=1&page=1`, {}), pids },
  },
  Math.ceil(Number(values.slices) / 5),
  1,
);
raw.child.kill();
const delays = await publishDelays(site, Number(values.edits));
await site.stop();

/** Median of each figure over all slices. */
const row = (taken: Slices) => (name: string) => ({
  name,
  rate: Math.round(taken.middle(name, "rate")),
  p50: taken.middle(name, "p50"),
  p99: taken.middle(name, "p99"),
  cpu: Math.round(taken.middle(name, "cpu") * 10) / 10,
});
const rows = [...slices.names.map(row(slices)), row(rendering)(RENDERED)];
const result = {
  at: new Date().toISOString(),
  node: process.version,
  bytes: raw.bytes,
  rows,
  ratios: {
    "of bare node:http, by rate": slices.ratio(KEPT, BARE, "rate"),
    "of bare node:http, by processor time": slices.ratio(BARE, KEPT, "cpu"),
    "times plain rendering, by rate": rendering.ratio(KEPT, RENDERED, "rate"),
    "times plain rendering, by processor time": rendering.ratio(RENDERED, KEPT, "cpu"),
  },
  publishToLive: { edits: delays.length, median: median(delays), slowest: Math.max(...delays) },
};

const file = fileURLToPath(new URL("results/pages.json", import.meta.url));
mkdirSync(new URL("results", import.meta.url), { recursive: true });
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
if (values.json) console.log(JSON.stringify(result));
else {
  console.table(rows.map(({ name, rate, ...rest }) => ({ name, "answers/s": rate, ...rest })));
  for (const [name, ratio] of Object.entries(result.ratios))
    console.log(`${name.padEnd(58)} ${ratio.toFixed(2)}`);
  const { median: middle, slowest, edits } = result.publishToLive;
  console.log(
    `published and on the page: ${middle.toFixed(1)} ms (median of ${edits}), slowest ${slowest.toFixed(1)} ms`,
  );
}

/** Measures the time from sending an editor's change until the page shows it, in ms, this many times. */
async function publishDelays(site: SiteProcess, count: number): Promise<number[]> {
  const editor = lakeClient(site, lakeTokens(site.dataDir).write);
  const delays: number[] = [];
  for (let n = 1; n <= count; n++) {
    const headline = `Published for the ${n}. time`;
    const started = performance.now();
    await editor.patch("homePage").set({ headline }).commit();
    let html = "";
    while (!html.includes(headline)) html = await (await fetch(`${site.origin}/`)).text();
    delays.push(performance.now() - started);
  }
  return delays;
}
