/**
 * What a cached page costs beside the same bytes from bare node:http and beside rendering it, from one process and from one
 * and two workers in front, in slices that take turns within one run; and how long a publication takes to be on the page.
 *
 *   node bench/pages.ts [--json] [--slices 60] [--seconds 0.25] [--edits 50]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { childrenOf } from "../tests/support/process-tree.ts";
import { startSite } from "../tests/support/site.ts";
import { getting, pin, type Target } from "./lib/load.ts";
import { median } from "./lib/median.ts";
import { publishDelays } from "./lib/publish-delay.ts";
import { startRawServer } from "./lib/raw-server.ts";
import { Slices } from "./lib/slices.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    slices: { type: "string", default: "60" },
    seconds: { type: "string", default: "0.25" },
    edits: { type: "string", default: "50" },
  },
});
const [BARE, KEPT, RENDERED] = ["node:http, same bytes", "page from memory", "plain rendering"] as const;
const [ONE, TWO] = ["1 in front", "2 in front"] as const;
const brotli = { "accept-encoding": "br" };

/** A site that has its home page ready, and where it is: not by name, as looking that up would count for one side only. */
async function startWith(workers: number) {
  const site = await startSite({ env: { WEB_WORKERS: String(workers) } });
  const home = `${site.origin.replace("localhost", "127.0.0.1")}/`;
  const asked = Math.max(1, workers);
  const etags = () =>
    Promise.all(
      Array.from({ length: asked }, async () => {
        const answer = await fetch(home, { headers: { ...brotli, connection: "close" } });
        await answer.arrayBuffer();
        return answer.headers.get("etag");
      }),
    );
  let known = await etags();
  while (known.includes(null)) known = await etags();
  const pid = site.child.pid ?? 0;
  const children = childrenOf(pid);
  const sharing = children.filter(({ command }) => command.includes("worker.ts")).map(({ pid }) => pid);
  return { site, home, etag: known[0] ?? "", pids: [pid, ...children.map(({ pid }) => pid)], sharing };
}

const single = await startWith(0);
const [one, two] = [await startWith(1), await startWith(2)];
const { site, home, etag } = single;
const raw = await startRawServer(home, brotli);
// Two that run where the load is made show nothing by the clock, and are measured on one core like the others.
const roomForTwo = availableParallelism() > 3;
for (const pid of [...single.pids, ...one.pids, ...(roomForTwo ? [] : two.pids)]) pin(pid);
pin(raw.child.pid);

const fromMemory = ({ home: url, pids, sharing }: typeof single): Target => ({
  ...getting(url, brotli),
  pids,
  sharing,
});
const slices = await Slices.take(
  {
    [BARE]: { ...getting(raw.url, brotli), pids: [raw.child.pid ?? 0] },
    [KEPT]: fromMemory(single),
    [ONE]: fromMemory(one),
    [TWO]: fromMemory(two),
    "not modified (304)": { ...getting(home, { ...brotli, "if-none-match": etag }, 304), pids: single.pids },
  },
  Number(values.slices),
  Number(values.seconds),
);
// By itself, as what rendering leaves behind is tidied up later, at the cost of whoever is measured then.
const rendering = await Slices.take(
  {
    [KEPT]: fromMemory(single),
    // An address that is not kept: rendered for each request, and not compressed.
    [RENDERED]: { ...getting(`${home}?rendered=anew`, {}), pids: single.pids },
  },
  Math.ceil(Number(values.slices) / 5),
  1,
);
raw.child.kill();
const delays = await publishDelays(site, Number(values.edits));
const delaysInFront = await publishDelays(two.site, Number(values.edits));
await Promise.all([single, one, two].map(({ site }) => site.stop()));

/** The middle of each figure over all slices. */
const row = (taken: Slices) => (name: string) => ({
  name,
  rate: Math.round(taken.middle(name, "rate")),
  p50: taken.middle(name, "p50"),
  p99: taken.middle(name, "p99"),
  cpu: Math.round(taken.middle(name, "cpu") * 10) / 10,
  evenness: Math.round(taken.evenness(name) * 100) / 100,
});
const rows = [...slices.names.map(row(slices)), row(rendering)(RENDERED)];
const summary = (all: readonly number[]) => ({
  edits: all.length,
  median: median(all),
  slowest: Math.max(...all),
});
const perProcessorTime = slices.ratio(ONE, TWO, "cpu");
const result = {
  at: new Date().toISOString(),
  node: process.version,
  bytes: raw.bytes,
  rows,
  ratios: {
    "of bare node:http, by rate": slices.ratio(KEPT, BARE, "rate"),
    "of bare node:http, by processor time": slices.ratio(BARE, KEPT, "cpu"),
    "two in front: answers per processor time, of one process": slices.ratio(KEPT, TWO, "cpu"),
    "two in front: answers per processor time, of one in front": perProcessorTime,
    // The busier one sets the pace. What two cores give that do nothing else.
    "two in front: scaling by processor time, of one in front": perProcessorTime * (1 + slices.evenness(TWO)),
    ...(roomForTwo
      ? { "two in front: answers per second, of one in front": slices.ratio(TWO, ONE, "rate") }
      : {}),
    "times plain rendering, by rate": rendering.ratio(KEPT, RENDERED, "rate"),
    "times plain rendering, by processor time": rendering.ratio(RENDERED, KEPT, "cpu"),
  },
  publishToLive: summary(delays),
  publishToLiveInFront: summary(delaysInFront),
};

const file = fileURLToPath(new URL("results/pages.json", import.meta.url));
mkdirSync(new URL("results", import.meta.url), { recursive: true });
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
if (values.json) console.log(JSON.stringify(result));
else {
  console.table(rows.map(({ name, rate, ...rest }) => ({ name, "answers/s": rate, ...rest })));
  for (const [name, ratio] of Object.entries(result.ratios))
    console.log(`${name.padEnd(58)} ${ratio.toFixed(2)}`);
  const told = { "one process": result.publishToLive, "two in front": result.publishToLiveInFront };
  for (const [name, { median: middle, slowest, edits }] of Object.entries(told))
    console.log(
      `published and on the page, ${name}: ${middle.toFixed(1)} ms (median of ${edits}), slowest ${slowest.toFixed(1)} ms`,
    );
}
