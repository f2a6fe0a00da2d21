import type { TableKind, TableRows } from "./tables.ts";

/** One page of a table as the browser gets it. `asked` are the parameters that it answers (`tableParams`). */
export type TableResult<Kind extends TableKind = TableKind> =
  | { status: "failed"; asked: string }
  | { status: "loaded"; asked: string; rows: TableRows[Kind][]; total: number; page: number };

/** What the dashboard is opened with: every table on its own, so that none waits for another. */
export type AllTables = { [Kind in TableKind]: Promise<TableResult<Kind>> };
