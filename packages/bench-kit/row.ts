/** A figure of a benchmark and its reference, measured in the same run. */
export interface Row {
  name: string;
  figure: number;
  unit: string;
  reference?: { name: string; figure: number };
  /** Ratio of the two; the name or the README says in which direction. */
  ratio?: number;
  /** The bound of the ratio, or of the figure without a ratio. */
  bound?: { least?: number; most?: number };
  /** Undefined without a bound. */
  ok?: boolean;
}

/** Adds whether a row is within its bound. */
export function judged(row: Omit<Row, "ok">): Row {
  if (!row.bound) return row;
  const { least = -Infinity, most = Infinity } = row.bound;
  const value = row.ratio ?? row.figure;
  return { ...row, ok: value >= least && value <= most };
}

/** Formats with four significant digits. */
const brief = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

function boundText({ bound }: Row): string {
  if (!bound) return "";
  const parts = [
    bound.least === undefined ? "" : `at least ${brief(bound.least)}`,
    bound.most === undefined ? "" : `at most ${brief(bound.most)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Prints rows as a table. */
export function printRows(rows: readonly Row[]): void {
  console.table(
    rows.map((row) => ({
      what: row.name,
      figure: `${brief(row.figure)} ${row.unit}`,
      beside: row.reference ? `${row.reference.name}: ${brief(row.reference.figure)}` : "",
      ratio: row.ratio === undefined ? "" : brief(row.ratio),
      bound: boundText(row),
      ok: row.ok === undefined ? "" : row.ok ? "yes" : "NO",
    })),
  );
}

/** Prints the result of a benchmark: one line of JSON for the runner, a table for people. */
export function report(benchmark: string, rows: readonly Row[], json: boolean): void {
  if (json) console.log(JSON.stringify({ benchmark, rows }));
  else printRows(rows);
}
