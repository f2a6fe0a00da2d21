import { TABLE_KINDS, TABLES, type AccountExport, type ExportFormat, type TableKind } from "./tables.ts";

export const DASHBOARD = "/admin";
export const FIGURES = `${DASHBOARD}/figures`;
export const NEEDS_PATH = `${DASHBOARD}/needs`;
export const OUTBOX = `${DASHBOARD}/outbox`;
export const PEOPLE = `${DASHBOARD}/people`;

export const emailPath = (file: string): string => `${OUTBOX}/${encodeURIComponent(file)}`;

/** What the page of an email loads apart. */
export const EMAIL_PARTS = ["html", "source"] as const;
export type EmailPart = (typeof EMAIL_PARTS)[number];

export const emailPartPath = (file: string, part: EmailPart): string => `${emailPath(file)}/${part}`;

/** Returns the path of a submission. `search` keeps the state of the tables. */
export const detailPath = (kind: TableKind, id: string, search = ""): string =>
  `${DASHBOARD}/${kind}/${encodeURIComponent(id)}${search}`;

/** Query parameter that names the change just made, for the page that confirms it. */
export const DONE_PARAM = "done";

/** Returns a query string without `DONE_PARAM`. */
export function withoutDone(search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(DONE_PARAM)) return search;
  params.delete(DONE_PARAM);
  return params.size > 0 ? `?${params}` : "";
}

/** Returns the path that opens a document in the Studio, in whichever list it stands. */
export const studioPath = ({ id, type }: { id: string; type: string }): string =>
  `/studio/intent/edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/`;

export const deletePath = (kind: TableKind, id: string): string => `${detailPath(kind, id)}/delete`;

const deleted = (kind: TableKind) => `deleted-${kind}`;

/** Returns the path of a table, which then confirms a deletion (`isDeleted`). */
export const deletedPath = (kind: TableKind): string => `${DASHBOARD}?${DONE_PARAM}=${deleted(kind)}#${kind}`;

/** Returns whether the query string is that of `deletedPath(kind)`. */
export const isDeleted = (kind: TableKind, params: URLSearchParams): boolean =>
  params.get(DONE_PARAM) === deleted(kind);

/** Returns the kind of submission that a detail page shows. Throws a 404 Response for another path. */
export function kindOfPath(pathname: string): TableKind {
  const kind = TABLE_KINDS.find((kind) => pathname.startsWith(`${DASHBOARD}/${kind}/`));
  if (!kind) throw new Response("There is no such page.", { status: 404 });
  return kind;
}

export const jsonPath = (kind: "questionnaires" | "contracts", id: string): string =>
  `${detailPath(kind, id)}/json`;

/** Returns the path of a collection as a file. `search` is the search and filters of its table, without `?`. */
export const exportPath = (kind: TableKind, format: ExportFormat, search = ""): string =>
  `${DASHBOARD}/export/${TABLES[kind].collection}.${format}${search && `?${search}`}`;

export const accountPath = (name: AccountExport, format: ExportFormat): string =>
  `${DASHBOARD}/export/${name}.${format}`;

type ContractPage = "cancel" | "edit" | "emails" | "invoices" | "link" | "print" | "refund";

/** Returns the path of a page of a contract, where an admin does one thing with it. */
export const contractPath = (id: string, page: ContractPage): string =>
  `${detailPath("contracts", id)}/${page}`;

/** Returns the path of the form for a new contract, filled with the content of another one. */
export const copyPath = (id: string): string => `${DASHBOARD}/contracts/new?from=${encodeURIComponent(id)}`;
