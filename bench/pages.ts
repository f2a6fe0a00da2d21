/**
 * What a cached page costs beside the same bytes from bare node:http and beside rendering it, from one process and from one
 * and two workers in front, in slices that take turns within one run; and how long a publication takes to be on the page.
 *
 *   node bench/pages.ts [--json] [--slices 15] [--seconds 1] [--edits 50]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { childrenOf } from "../tests/support/process-tree.ts";
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
const inFront = [await startWith(1), await startWith(2)];
const { site, home, etag } = single;
const raw = await startRawServer(home, brotli);
for (const pid of [...single.pids, ...(inFront[0]?.pids ?? [])]) pin(pid);
pin(raw.child.pid);

const fromMemory = ({ home: url, pids, sharing }: typeof single): Target => ({
  url,
  pids,
  sharing,
  headers: brotli,
  status: 200,
});
const targets: Record<string, Target> = {
  "node:http, same bytes": { url: raw.url, pids: [raw.child.pid ?? 0], headers: brotli, status: 200 },
  "page from memory": fromMemory(single),
  ...Object.fromEntries(
    inFront.map((front) => [`${front.sharing.length} in front`, fromMemory(front)] as const),
  ),
  "not modified (304)": {
    url: home,
    pids: single.pids,
    headers: { ...brotli, "if-none-match": etag },
    status: 304,
  },
  // An address that is not kept: rendered for each request, and not compressed.
  "plain rendering": { url: `${home}?rendered=anew`, pids: single.pids, headers: {}, status: 200 },
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
const [, two = single] = inFront;
const delaysInFront = await publishDelays(two.site, Number(values.edits));
await Promise.all([single, ...inFront].map(({ site }) => site.stop()));

/** The middle of each figure over all slices. */
const rows = [...slices].map(([name, all]) => {
  const of = (figure: keyof Slice) => median(all.map((one) => one[figure]));
  return {
    name,
    rate: Math.round(of("rate")),
    p50: of("p50"),
    p99: of("p99"),
    cpu: Math.round(of("cpu") * 10) / 10,
    evenness: Math.round(of("evenness") * 100) / 100,
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
const summary = (all: readonly number[]) => ({
  edits: all.length,
  median: median(all),
  slowest: Math.max(...all),
});
const result = {
  at: new Date().toISOString(),
  node: process.version,
  bytes: raw.bytes,
  rows,
  ratios: {
    "of bare node:http, by rate": ratio(KEPT, BARE, "rate"),
    "of bare node:http, by processor time": ratio(BARE, KEPT, "cpu"),
    "two in front: answers per processor time, of one process": ratio(KEPT, "2 in front", "cpu"),
    "two in front: answers per processor time, of one in front": ratio("1 in front", "2 in front", "cpu"),
    "two in front: answers per second, of one in front": ratio("2 in front", "1 in front", "rate"),
    "times plain rendering, by rate": ratio(KEPT, RENDERED, "rate"),
    "times plain rendering, by processor time": ratio(RENDERED, KEPT, "cpu"),
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
