import { TABLE_KINDS, TABLES, type TableKind } from "./tables.ts";

export const DASHBOARD = "/admin";
/** The charts on a page of their own. */
export const FIGURES = "/admin/figures";

/** What has still to leave this machine. */
export const OUTBOX = `${DASHBOARD}/outbox`;

/** A mail that was written to the folder. */
export function mailPath(file: string): string {
  return `${OUTBOX}/${encodeURIComponent(file)}`;
}

/** The page of one submission; `search` keeps the tables under it as they are. */
export function detailPath(kind: TableKind, id: string, search = ""): string {
  return `${DASHBOARD}/${kind}/${encodeURIComponent(id)}${search}`;
}

/** Returns the kind of submission that a detail page shows. Throws a 404 Response for another path. */
export function kindOfPath(pathname: string): TableKind {
  const kind = TABLE_KINDS.find((kind) => pathname.startsWith(`${DASHBOARD}/${kind}/`));
  if (!kind) throw new Response("There is no such page.", { status: 404 });
  return kind;
}

/** The whole document as a download. */
export function jsonPath(kind: "questionnaires" | "contracts", id: string): string {
  return `${detailPath(kind, id)}/json`;
}

/** A whole collection as CSV. */
export function exportPath(kind: TableKind): string {
  return `${DASHBOARD}/export/${TABLES[kind].collection}.csv`;
}

/** A contract for paper. */
export function printPath(id: string): string {
  return `${detailPath("contracts", id)}/print`;
}
