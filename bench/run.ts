/**
 * Runs every benchmark, one after another, each in its own process. Prints one table and writes JSON to `bench/results/`. Exits with
 * 1 when a bound is exceeded or a benchmark fails.
 *
 *   node bench/run.ts [--long] [--only pages,lake-queries]      needs a built site (npm start builds one)
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printRows } from "bench-kit/row";
import type { Row } from "bench-kit/row";
import { BENCHES } from "./lib/benches.ts";
import type { Bench } from "./lib/benches.ts";

const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => !BENCHES.some((bench) => bench.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(", ")}. There are ${BENCHES.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}
const pathOf = ({ file }: Bench): string => fileURLToPath(new URL(file, import.meta.url));
const chosen = BENCHES.filter((bench) => wanted?.includes(bench.name) ?? true);

/** Runs a benchmark and returns the rows of its `--json` output, which is the last line. */
async function resultOf(bench: Bench): Promise<Row[]> {
  const args = [pathOf(bench), "--json", ...(values.long ? [] : bench.short)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = (await text(child.stdout)).trim().split("\n");
  const code = await ended;
  if (code !== 0) throw new Error(`It ended with ${code}.`);
  const result = JSON.parse(printed.at(-1) ?? "") as unknown;
  return bench.rows ? bench.rows(result as never) : (result as { rows: Row[] }).rows;
}

const rows: Row[] = [];
const failed: string[] = [];
const loads: Record<string, number> = {};
for (const bench of chosen) {
  const started = performance.now();
  process.stderr.write(`${bench.name} … `);
  try {
    rows.push(...(await resultOf(bench)));
    process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
  } catch (error) {
    failed.push(bench.name);
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  loads[bench.name] = loadavg()[0] ?? 0;
}

const machine = { cores: availableParallelism(), model: cpus()[0]?.model ?? "", loads };
const result = {
  at: new Date().toISOString(),
  node: process.version,
  long: values.long,
  machine,
  failed,
  rows,
};
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
const file = new URL(`results/all-${result.at.slice(0, 19).replaceAll(":", "-")}.json`, import.meta.url);
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);

printRows(rows);
const busiest = Math.max(0, ...Object.values(loads));
console.log(
  `${machine.cores} cores, load up to ${busiest.toFixed(1)} while it ran; figures in ${fileURLToPath(file)}`,
);
const missed = rows.filter(({ ok }) => ok === false);
for (const { name } of missed) console.log(`Bound not kept: ${name}`);
if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}`);
process.exitCode = missed.length + failed.length > 0 ? 1 : 0;
