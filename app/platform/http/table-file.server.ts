import { ReadableStream as NodeStream, TextEncoderStream } from "node:stream/web";
import { create as contentDisposition } from "content-disposition";
import { PRIVATE } from "../cache-control.ts";
import { csvText } from "./csv.server.ts";
import type { Cell } from "./table-cell.ts";
import { xlsxBytes } from "./xlsx.server.ts";

/** A table that is read part by part, so that one of any length needs little memory and nobody waits for the whole. */
export interface DownloadedTable {
  /** Without its ending. */
  name: string;
  columns: readonly string[];
  parts: AsyncIterator<Cell[][]>;
}

export type TableFormat = "csv" | "xlsx";

const TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * Returns a table as a download that is not cached. The first part is read before the response starts, so that an outage throws
 * what `parts` throws; a later one aborts the transfer of CSV, which is streamed.
 */
export async function tableFile(table: DownloadedTable, format: TableFormat): Promise<Response> {
  const { parts } = table;
  const first = await parts.next();
  async function* all(): AsyncGenerator<Cell[][]> {
    for (let part = first; !part.done; part = await parts.next()) yield part.value;
  }
  const body =
    format === "xlsx" ? await xlsxBytes(table.columns, all()) : streamOf(csvText(table.columns, all()));
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": contentDisposition(`${table.name}.${format}`),
      "Cache-Control": PRIVATE,
    },
  });
}

// Typed by Node: the browser's type has no `from`.
const streamOf = (texts: AsyncIterable<string>) =>
  NodeStream.from(texts).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>;
