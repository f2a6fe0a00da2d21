import { judged } from "bench-kit/row";
import type { Row } from "bench-kit/row";

/** A benchmark: a program of its own, so that none influences the next. */
export interface Bench {
  name: string;
  file: string;
  /** Arguments of the short run; a long run has none. */
  short: readonly string[];
  /** Converts the output of `--json` to rows; without it the program prints rows itself. */
  rows?: (result: never) => Row[];
}

interface PagesResult {
  rows: { name: string; rate: number; p50: number; p99: number; cpu: number }[];
  ratios: Record<string, number>;
  publishToLive: { edits: number; median: number; slowest: number };
}

const RATIO_BOUNDS: readonly [begins: string, bound: NonNullable<Row["bound"]>][] = [
  ["of bare node:http", { least: 0.9 }],
  ["times plain rendering, by rate", { least: 60 }],
];

function pageRows({ rows, ratios, publishToLive }: PagesResult): Row[] {
  const of = (name: string) => rows.find((row) => row.name === name);
  const [kept, plain] = [of("page from memory"), of("plain rendering")];
  const measured = rows.map((row) => ({ name: `pages: ${row.name}`, figure: row.rate, unit: "/s" }));
  const compared = Object.entries(ratios).map(([name, ratio]) => {
    const bound = RATIO_BOUNDS.find(([begins]) => name.startsWith(begins))?.[1];
    return judged({ name: `pages: ${name}`, figure: ratio, unit: "times", ...(bound ? { bound } : {}) });
  });
  const waits =
    kept && plain
      ? [
          judged({
            name: "pages: p99 from memory under load",
            figure: kept.p99,
            unit: "ms",
            reference: { name: "p50 of plain rendering", figure: plain.p50 },
            ratio: kept.p99 / plain.p50,
            bound: { most: 1 },
          }),
        ]
      : [];
  const published = judged({
    name: `pages: published and on the page, median of ${publishToLive.edits}`,
    figure: publishToLive.median,
    unit: "ms",
    bound: { most: 100 },
  });
  return [...measured, ...compared, ...waits, published];
}

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [
  { name: "pages", file: "pages.ts", short: ["--slices", "25", "--edits", "10"], rows: pageRows },
  { name: "lake-queries", file: "../packages/lakelet/bench/queries.ts", short: ["--sizes", "100000"] },
  { name: "abuse", file: "abuse.ts", short: ["--rounds", "3"] },
  { name: "filled-store", file: "filled-store.ts", short: ["--rounds", "1"] },
];
