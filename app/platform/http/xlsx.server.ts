import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Cell } from "./table-cell.ts";

/**
 * Makes the file in a thread of its own: ten thousand rows take the package two seconds in one piece. Dates of a spreadsheet have
 * no time zone, so local times are handed over as if they were those of UTC.
 */
const WRITE = `
const { parentPort, workerData } = require("node:worker_threads");
const writeExcelFile = require(workerData.writer).default;
const MOST_CHARACTERS = 32767; // of a cell, for Excel
// Of a spreadsheet's file, _x003D_ is a way to write "=".
const escaped = (text) => text.replace(/_(?=x[\\da-f]{4}_)/gi, "_x005F_");
const bold = (value) => ({ value, fontWeight: "bold" });
const cellOf = (cell) => {
  if (typeof cell === "number") return { value: cell / 100, format: "#,##0.00" };
  if (!cell) return null;
  if (typeof cell === "string") return { value: escaped(cell.slice(0, MOST_CHARACTERS)), type: String };
  const value = new Date(cell.time.replace(" ", "T") + (cell.time.includes(" ") ? "Z" : ""));
  if (Number.isNaN(value.getTime())) return cell.time === "" ? null : { value: cell.time, type: String };
  return { value, format: cell.time.includes(" ") ? "yyyy-mm-dd hh:mm" : "yyyy-mm-dd" };
};
const rows = [workerData.columns.map(bold)];
parentPort.on("message", async (part) => {
  if (part) return rows.push(...part.map((cells) => cells.map(cellOf)));
  const columns = workerData.columns.map(() => ({ width: 20 }));
  const bytes = await writeExcelFile(rows, { columns, stickyRowsCount: 1 }).toBuffer();
  parentPort.postMessage(bytes);
  parentPort.close();
});`;

/** Returns a table as a spreadsheet's file: texts are texts, amounts numbers and times dates. Throws what `parts` throws. */
export async function xlsxBytes(
  columns: readonly string[],
  parts: AsyncIterable<Cell[][]>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = createRequire(import.meta.url).resolve("write-excel-file/node");
  const worker = new Worker(WRITE, { eval: true, workerData: { writer, columns } });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  worker.on("message", resolve).on("error", reject);
  worker.on("exit", () => reject(new Error("The spreadsheet was not written.")));
  // Until it is awaited below.
  promise.catch(() => {});
  try {
    for await (const rows of parts) worker.postMessage(rows, []);
    worker.postMessage(null, []);
    return await promise;
  } finally {
    await worker.terminate();
  }
}
