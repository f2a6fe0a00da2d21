import Papa from "papaparse";
import { readSheet } from "read-excel-file/node";

// Exports, read by packages that have nothing to do with those that write them.

/** Returns the rows of a CSV file, headings first, and each cell as it is stored there. Throws for a file that is not well-formed. */
export function csvRows(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true });
  if (errors.length > 0) throw new Error(`The CSV is not well-formed: ${JSON.stringify(errors[0])}`);
  return data;
}

/** Returns the rows below the headings, by heading. */
export function readCsv(text: string): Record<string, string>[] {
  const [columns = [], ...rows] = csvRows(text);
  return rows.map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
}

/** Returns the rows of a spreadsheet's file, headings first. */
export const xlsxRows = (bytes: ArrayBuffer) => readSheet(Buffer.from(bytes));
