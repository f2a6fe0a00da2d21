/**
 * What listeners cost who hear nothing: the processor time of a write with none of them, with 1,000 of one query and with
 * 1,000 of as many queries, none of which the written document concerns; and with 1,000 who hear of each write. In
 * rounds that take turns; a write waits for the disk, so processor time is the figure.
 *
 *   node bench/lake-listeners.ts [--json] [--listeners 1000] [--rounds 15]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLake } from "../lake/src/index.ts";
import type { Lake } from "../lake/src/index.ts";
import { median } from "./lib/median.ts";
import { judged, report } from "./lib/row.ts";
import { fillLake } from "./lake/fill.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    listeners: { type: "string", default: "1000" },
    rounds: { type: "string", default: "15" },
  },
});
const count = Number(values.listeners);
const WRITES = 40;
const ORIGIN = "http://localhost";

const QUERIES: Record<string, ((n: number) => string) | null> = {
  none: null,
  "of one query": () => '*[_type == "post"]',
  "of as many queries": (n) => `*[_id == "document-${n}"]`,
  "who hear each write": () => '*[_type == "note"]',
};

interface Scene {
  lake: Lake;
  directory: string;
  close(): Promise<void>;
}

/** Reads what comes, so that nothing piles up. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  for await (const chunk of body ?? []) void chunk;
}

async function open(queryOf: ((n: number) => string) | null): Promise<Scene> {
  const directory = mkdtempSync(join(tmpdir(), "bench-listeners-"));
  const lake = await createLake({ directory, publicUrl: ORIGIN });
  const headers = { authorization: `Bearer ${lake.tokens.read}` };
  const queries = queryOf ? Array.from({ length: count }, (_, n) => queryOf(n)) : [];
  for (const query of queries) {
    const search = new URLSearchParams({ query });
    const url = `${ORIGIN}/v2025-02-19/data/listen/production?${search}`;
    const { status, body } = await lake.fetch(new Request(url, { headers }));
    if (status !== 200) throw new Error(`A listener was answered with ${status}.`);
    void drain(body);
  }
  const close = async (): Promise<void> => {
    await lake.close();
    rmSync(directory, { recursive: true });
  };
  return { lake, directory, close };
}

let written = 0;

/** Processor time of a write, in microseconds. */
async function cost({ lake }: Scene): Promise<number> {
  const used = process.cpuUsage();
  for (let n = 0; n < WRITES; n++) await fillLake(lake, [{ _id: `note-${written++}`, _type: "note", n }]);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / WRITES;
}

const scenes = new Map<string, Scene>();
for (const [name, queryOf] of Object.entries(QUERIES)) scenes.set(name, await open(queryOf));
const costs = new Map<string, number[]>();
for (let round = -2; round < Number(values.rounds); round++) {
  for (const [name, scene] of scenes) {
    const one = await cost(scene);
    if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), one]);
  }
}
for (const scene of scenes.values()) await scene.close();

const of = (name: string): number[] => costs.get(name) ?? [];
const none = of("none");
const rows = ["of one query", "of as many queries", "who hear each write"].map((name) =>
  judged({
    name: `lake: a write with ${count} listeners ${name}`,
    figure: median(of(name)),
    unit: "µs",
    reference: { name: "a write with none", figure: median(none) },
    ratio: median(of(name).map((one, round) => one / (none[round] ?? Number.NaN))),
    ...(name === "of one query" ? { bound: { most: 1.25 } } : {}),
  }),
);
report("lake-listeners", rows, values.json);
