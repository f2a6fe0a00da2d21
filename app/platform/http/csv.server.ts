import { stringify, type Options } from "csv-stringify/sync";
import type { Cell } from "./table-cell.ts";

/** A number from abroad as we write it, `+47 22 12 34 56`: no spreadsheet takes it for a formula, or for a number. It does `+47 -22`. */
const FOREIGN_PHONE = /^\+\d{1,3} [\d(][\d ().-]*$/;

/** Takes effect, though the package's types do not have it. */
const unescaped = (value: string) => ({ value, escape_formulas: false });

/**
 * Texts are quoted, whatever they hold, and amounts and times are not: a program that tells the two apart reads a ZIP code or an
 * invoice's number as the text that it is. A text that begins as a formula does gets an apostrophe.
 */
const FORMAT: Options = {
  quoted_string: true,
  escape_formulas: true,
  record_delimiter: "windows",
  cast: {
    string: (text) => (FOREIGN_PHONE.test(text) ? unescaped(text) : text),
    number: (cents) => (cents / 100).toFixed(2),
    object: (cell) => (cell as { time: string }).time,
  },
};

/** Yields a table as CSV for spreadsheets, with its headings, a part at a time. */
export async function* csvText(
  columns: readonly string[],
  parts: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  yield stringify([columns], { ...FORMAT, bom: true });
  for await (const rows of parts) yield stringify(rows, FORMAT);
}
