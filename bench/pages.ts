/**
 * What a cached page costs beside the same bytes from bare node:http and beside rendering it, in slices that take turns
 * within one run; and how long a publication takes to be on the page.
 *
 *   node bench/pages.ts [--json] [--slices 15] [--seconds 1] [--edits 50]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startSite } from "../tests/support/site.ts";
import { pin, slice, type Slice, type Target } from "./lib/load.ts";
import { median } from "./lib/median.ts";
import { publishDelays } from "./lib/publish-delay.ts";
import { startRawServer } from "./lib/raw-server.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    slices: { type: "string", default: "15" },
    seconds: { type: "string", default: "1" },
    edits: { type: "string", default: "50" },
  },
});
const brotli = { "accept-encoding": "br" };

const site = await startSite();
// Not by name: looking it up for each connection would count for one side only.
const home = `${site.origin.replace("localhost", "127.0.0.1")}/`;
let etag: string | null = null;
while (!etag) etag = (await fetch(home, { headers: brotli })).headers.get("etag");
const raw = await startRawServer(home, brotli);
const sitePid = site.child.pid ?? 0;
pin(sitePid);
pin(raw.child.pid);

const targets: Record<string, Target> = {
  "node:http, same bytes": { url: raw.url, pid: raw.child.pid ?? 0, headers: brotli, status: 200 },
  "page from memory": { url: home, pid: sitePid, headers: brotli, status: 200 },
  "not modified (304)": {
    url: home,
    pid: sitePid,
    headers: { ...brotli, "if-none-match": etag },
    status: 304,
  },
  // An address that is not kept: rendered for each request, and not compressed.
  "plain rendering": { url: `${home}?rendered=anew`, pid: sitePid, headers: {}, status: 200 },
};

const slices = new Map<string, Slice[]>();
for (let round = 0; round <= Number(values.slices); round++) {
  for (const [name, target] of Object.entries(targets)) {
    const measured = await slice(target, Number(values.seconds));
    if (round > 0) slices.set(name, [...(slices.get(name) ?? []), measured]); // the first one warms
  }
}
raw.child.kill();
const delays = await publishDelays(site, Number(values.edits));
await site.stop();

/** The middle of each figure over all slices. */
const rows = [...slices].map(([name, all]) => {
  const of = (figure: keyof Slice) => median(all.map((one) => one[figure]));
  return {
    name,
    rate: Math.round(of("rate")),
    p50: of("p50"),
    p99: of("p99"),
    cpu: Math.round(of("cpu") * 10) / 10,
  };
});
/** The middle of the ratios of slices that followed each other: what else the machine does falls on both alike. */
function ratio(one: string, other: string, figure: "rate" | "cpu"): number {
  const others = slices.get(other) ?? [];
  return median(
    (slices.get(one) ?? []).map((slice, index) => slice[figure] / (others[index]?.[figure] ?? 1)),
  );
}
const [BARE, KEPT, RENDERED] = ["node:http, same bytes", "page from memory", "plain rendering"] as const;
const result = {
  at: new Date().toISOString(),
  node: process.version,
  bytes: raw.bytes,
  rows,
  ratios: {
    "of bare node:http, by rate": ratio(KEPT, BARE, "rate"),
    "of bare node:http, by processor time": ratio(BARE, KEPT, "cpu"),
    "times plain rendering, by rate": ratio(KEPT, RENDERED, "rate"),
    "times plain rendering, by processor time": ratio(RENDERED, KEPT, "cpu"),
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
    console.log(`${name.padEnd(42)} ${ratio.toFixed(2)}`);
  const { median: middle, slowest, edits } = result.publishToLive;
  console.log(
    `published and on the page: ${middle.toFixed(1)} ms (median of ${edits}), slowest ${slowest.toFixed(1)} ms`,
  );
}
