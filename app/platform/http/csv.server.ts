import { create as contentDisposition } from "content-disposition";
import { PRIVATE } from "../cache-control.ts";

/** How csv-stringify writes every table: for spreadsheets, in which no cell becomes a formula. */
export const CSV_FORMAT = {
  bom: true,
  header: true,
  escape_formulas: true,
  record_delimiter: "windows",
} as const;

/** Returns the headers of a CSV file that is downloaded and not cached. */
export const csvHeaders = (fileName: string): Record<string, string> => ({
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": contentDisposition(fileName),
  "Cache-Control": PRIVATE,
});
