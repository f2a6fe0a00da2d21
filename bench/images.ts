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
const uploaded = await lake.handle(
  new Request(`${ORIGIN}/v2025-02-19/assets/images/production?meta=none`, {
    method: "POST",
    headers: { authorization: `Bearer ${lake.tokens.write}`, "content-type": "image/jpeg" },
    body: new Uint8Array(original),
  }),
);
const { document } = (await uploaded.json()) as { document: { url: string } };

async function throughLake(width: number): Promise<void> {
  const response = await lake.handle(new Request(`${document.url}?w=${width}&fm=webp`));
  if (response.status !== 200) throw new Error(`A picture was answered with ${response.status}.`);
  await response.arrayBuffer();
}
const bare = (width: number): Promise<unknown> =>
  sharp(original).autoOrient().resize({ width }).webp({ quality: 75, effort: 2 }).toBuffer();

/** Milliseconds for each picture. */
async function time(widths: readonly number[], make: (width: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (const width of widths) await make(width);
  return (performance.now() - started) / widths.length;
}

await bare(300);
const times: Record<"bare" | "lake" | "again", number[]> = { bare: [], lake: [], again: [] };
const held = {
  bare: monitorEventLoopDelay({ resolution: 5 }),
  lake: monitorEventLoopDelay({ resolution: 5 }),
};
for (let round = 0; round < count / PER_ROUND; round++) {
  const widths = Array.from({ length: PER_ROUND }, (_, n) => 400 + (round * PER_ROUND + n) * 8);
  held.bare.enable();
  times.bare.push(await time(widths, bare));
  held.bare.disable();
  held.lake.enable();
  times.lake.push(await time(widths, throughLake));
  held.lake.disable();
  times.again.push(await time(widths, throughLake));
}
const started = performance.now();
await Promise.all(Array.from({ length: VISITORS }, () => throughLake(1999)));
const together = performance.now() - started;
const alone = await time([1998], throughLake);
await lake.close();
rmSync(directory, { recursive: true });

const made = median(times.lake);
const rows = [
  {
    name: "image: new size, 2400 × 1600 to WebP",
    figure: made,
    unit: "ms",
    reference: { name: "bare sharp", figure: median(times.bare) },
    ratio: median(times.lake.map((one, round) => one / (times.bare[round] ?? Number.NaN))),
    bound: { most: 1.5 },
  },
  {
    name: "image: from the cache",
    figure: median(times.again),
    unit: "ms",
    reference: { name: "made anew", figure: made },
    ratio: median(times.again) / made,
    bound: { most: 0.2 },
  },
  {
    name: `image: ${VISITORS} visitors want the same new size`,
    figure: together,
    unit: "ms",
    reference: { name: "one visitor", figure: alone },
    ratio: together / alone,
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
