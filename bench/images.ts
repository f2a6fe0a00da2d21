/**
 * The image pipeline: pictures in sizes nobody asked for yet, through the lake beside bare sharp; the same sizes again, from
 * its cache; twenty visitors who want the same new picture at once; and how long the event loop is held up meanwhile.
 *
 *   node bench/images.ts [--json] [--pictures 24]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createLake } from "../lake/src/index.ts";
import { median } from "./lib/median.ts";
import { judged, report } from "./lib/row.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, pictures: { type: "string", default: "24" } },
});
const count = Number(values.pictures);
const ORIGIN = "http://localhost";
const PER_ROUND = 4;
const VISITORS = 20;

/** Noise over a gradient: neither as easy as a plain colour nor as hard as nothing but noise. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [2400, 1600];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = ((at / width / 20) % 200) + ((at * 2654435761) >>> 27);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const directory = mkdtempSync(join(tmpdir(), "bench-images-"));
const lake = await createLake({ directory, publicUrl: ORIGIN });
const original = await photograph();
const uploaded = await lake.fetch(
  new Request(`${ORIGIN}/v2025-02-19/assets/images/production?meta=none`, {
    method: "POST",
    headers: { authorization: `Bearer ${lake.tokens.write}`, "content-type": "image/jpeg" },
    body: new Uint8Array(original),
  }),
);
const { document } = (await uploaded.json()) as { document: { url: string } };

async function throughLake(width: number): Promise<void> {
  const response = await lake.fetch(new Request(`${document.url}?w=${width}&fm=webp`));
  if (response.status !== 200) throw new Error(`A picture was answered with ${response.status}.`);
  await response.arrayBuffer();
}
const bare = (width: number): Promise<unknown> =>
  sharp(original).autoOrient().resize({ width }).webp({ quality: 75, effort: 2 }).toBuffer();

/** For each picture, in milliseconds. */
interface Cost {
  /** By the clock. */
  wall: number;
  /** Of the processor, on all of this process's threads: on a busy machine the clock tells about the others. */
  cpu: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - started, cpu: (user + system) / 1000 };
}

async function costEach(widths: readonly number[], make: (width: number) => Promise<unknown>): Promise<Cost> {
  const { wall, cpu } = await costOf(async () => {
    for (const width of widths) await make(width);
  });
  return { wall: wall / widths.length, cpu: cpu / widths.length };
}

const middle = (costs: readonly Cost[], figure: keyof Cost) => median(costs.map((cost) => cost[figure]));

/** The middle one of the ratios of rounds: what else the machine does falls on both sides of one alike. */
const ratio = (one: readonly Cost[], other: readonly Cost[], figure: keyof Cost) =>
  median(one.map((cost, round) => cost[figure] / (other[round]?.[figure] ?? Number.NaN)));

await bare(300);
const costs: Record<"bare" | "lake" | "again", Cost[]> = { bare: [], lake: [], again: [] };
const held = {
  bare: monitorEventLoopDelay({ resolution: 5 }),
  lake: monitorEventLoopDelay({ resolution: 5 }),
};
for (let round = 0; round < count / PER_ROUND; round++) {
  const widths = Array.from({ length: PER_ROUND }, (_, n) => 400 + (round * PER_ROUND + n) * 8);
  held.bare.enable();
  costs.bare.push(await costEach(widths, bare));
  held.bare.disable();
  held.lake.enable();
  costs.lake.push(await costEach(widths, throughLake));
  held.lake.disable();
  costs.again.push(await costEach(widths, throughLake));
}
const together = await costOf(() => Promise.all(Array.from({ length: VISITORS }, () => throughLake(1999))));
const alone = await costEach([1998], throughLake);
await lake.close();
rmSync(directory, { recursive: true });

const rows = [
  {
    name: "image: new size, 2400 × 1600 to WebP",
    figure: middle(costs.lake, "wall"),
    unit: "ms",
    reference: { name: "bare sharp", figure: middle(costs.bare, "wall") },
    ratio: ratio(costs.lake, costs.bare, "wall"),
  },
  {
    name: "image: new size, processor time",
    figure: middle(costs.lake, "cpu"),
    unit: "ms",
    reference: { name: "bare sharp", figure: middle(costs.bare, "cpu") },
    ratio: ratio(costs.lake, costs.bare, "cpu"),
    bound: { most: 1.5 },
  },
  {
    name: "image: from the cache, processor time",
    figure: middle(costs.again, "cpu"),
    unit: "ms",
    reference: { name: "made anew", figure: middle(costs.lake, "cpu") },
    ratio: ratio(costs.again, costs.lake, "cpu"),
    bound: { most: 0.2 },
  },
  {
    name: `image: ${VISITORS} visitors want the same new size, processor time`,
    figure: together.cpu,
    unit: "ms",
    reference: { name: "one visitor", figure: alone.cpu },
    ratio: together.cpu / alone.cpu,
    bound: { most: 4 },
  },
  {
    name: "image: event loop held up meanwhile, p99",
    figure: held.lake.percentile(99) / 1e6,
    unit: "ms",
    reference: { name: "bare sharp", figure: held.bare.percentile(99) / 1e6 },
  },
];
report("images", rows.map(judged), values.json);
