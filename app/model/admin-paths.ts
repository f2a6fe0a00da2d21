import { TABLE_KINDS, TABLES, type TableKind } from "./tables.ts";

export const DASHBOARD = "/admin";
export const FIGURES = "/admin/figures";

export const OUTBOX = `${DASHBOARD}/outbox`;

export const PEOPLE = `${DASHBOARD}/people`;

export function emailPath(file: string): string {
  return `${OUTBOX}/${encodeURIComponent(file)}`;
}

/** What the page of an email loads apart. */
export const EMAIL_PARTS = ["html", "source"] as const;
export type EmailPart = (typeof EMAIL_PARTS)[number];

export function emailPartPath(file: string, part: EmailPart): string {
  return `${emailPath(file)}/${part}`;
}

/** Returns the path of a submission. `search` keeps the state of the tables. */
export function detailPath(kind: TableKind, id: string, search = ""): string {
  return `${DASHBOARD}/${kind}/${encodeURIComponent(id)}${search}`;
}

/** Returns the path that opens a document in the Studio, in whichever list it stands. */
export function studioPath({ id, type }: { id: string; type: string }): string {
  return `/studio/intent/edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/`;
}

export function deletePath(kind: TableKind, id: string): string {
  return `${detailPath(kind, id)}/delete`;
}

/** Returns the kind of submission that a detail page shows. Throws a 404 Response for another path. */
export function kindOfPath(pathname: string): TableKind {
  const kind = TABLE_KINDS.find((kind) => pathname.startsWith(`${DASHBOARD}/${kind}/`));
  if (!kind) throw new Response("There is no such page.", { status: 404 });
  return kind;
}

export function jsonPath(kind: "questionnaires" | "contracts", id: string): string {
  return `${detailPath(kind, id)}/json`;
}

/** Returns the path of a collection as CSV. `search` is the search and filters of its table, without `?`. */
export function exportPath(kind: TableKind, search = ""): string {
  return `${DASHBOARD}/export/${TABLES[kind].collection}.csv${search && `?${search}`}`;
}

/** Returns the path of a page of a contract, where an admin does one thing with it. */
export function contractPath(
  id: string,
  page: "cancel" | "edit" | "emails" | "invoices" | "link" | "print" | "refund",
): string {
  return `${detailPath("contracts", id)}/${page}`;
}

/** Returns the path of the form for a new contract, filled with the content of another one. */
export function copyPath(id: string): string {
  return `${DASHBOARD}/contracts/new?from=${encodeURIComponent(id)}`;
}
