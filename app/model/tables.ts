import type { Permission } from "./roles.ts";

export const TABLE_KINDS = ["questionnaires", "contracts", "messages", "subscribers"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** A row, with the value of each column. `date` is ISO, `total` in cents. */
export interface TableRow {
  _id: string;
  _rev: string;
  /** `""` for types without a reference number. */
  reference: string;
  email: string;
  suspected: boolean;
  /** What stands beside the payment state (`overdueMark`, `paymentMarks`). */
  marks: readonly string[];
  [column: string]: string | number | boolean | readonly string[];
}

/** Returns the table of a document type; undefined for types without one. */
export const kindOfType = (type: unknown): TableKind | undefined =>
  TABLE_KINDS.find((kind) => TABLES[kind].types.includes(String(type)));

export function isTableKind(value: unknown): value is TableKind {
  return TABLE_KINDS.includes(value as TableKind);
}

export interface Column {
  key: string;
  label: string;
}

export interface TableFacts {
  title: string;
  /** What reading its documents takes. */
  reading: Permission;
  /** What one row is called in a sentence. */
  noun: string;
  /** The sortable columns. The last one, `date`, is the default order. */
  columns: readonly Column[];
  /** Heading of the column of actions. */
  actions: string;
  /** Whether its documents have an `adminStatus`. */
  hasStatus: boolean;
  /** Whether its documents are paid for. */
  hasPayment: boolean;
  /** Whether the visitor gets a reference number. */
  hasReference: boolean;
  /** Text for a table without rows. */
  empty: string;
  /** Document types in the content store. */
  types: readonly string[];
  /** Their field with the ISO time of submission. */
  date: "submitted_at" | "submittedAt" | "subscribed_at";
  /** Name of the collection in docs/specification.md, section 7, and of the export. */
  collection: string;
}

const column = (key: string, label: string): Column => ({ key, label });
const NAME = column("name", "Name");
const EMAIL = column("email", "Email");
const PHONE = column("phone", "Phone");
const STATUS = column("status", "Status");
const DATE = column("date", "Submission Date");

/** The tables of the dashboard, with the columns of docs/specification.md, section 2, and those of docs/decisions.md, Admin. */
export const TABLES: Record<TableKind, TableFacts> = {
  questionnaires: {
    title: "Questionnaires",
    reading: "administer",
    noun: "questionnaire",
    columns: [NAME, EMAIL, PHONE, column("projectType", "Project Type"), STATUS, DATE],
    actions: "Actions",
    hasStatus: true,
    hasPayment: false,
    hasReference: true,
    empty: "Questionnaires that visitors send will appear here.",
    types: ["clientQuestionnaire"],
    date: "submitted_at",
    collection: "client_questionnaires",
  },
  contracts: {
    title: "Contracts",
    reading: "read-contracts",
    noun: "contract",
    columns: [NAME, EMAIL, column("total", "Total"), column("payment", "Payment"), STATUS, DATE],
    actions: "View",
    hasStatus: true,
    hasPayment: true,
    hasReference: true,
    empty: "Service orders of clients will appear here.",
    types: ["contract", "adminContract"],
    date: "submittedAt",
    collection: "contracts",
  },
  messages: {
    title: "Contact messages",
    reading: "administer",
    noun: "message",
    columns: [NAME, EMAIL, PHONE, column("service", "Service"), STATUS, DATE],
    actions: "View",
    hasStatus: true,
    hasPayment: false,
    hasReference: true,
    empty: "Messages from the contact form will appear here.",
    types: ["contactSubmission"],
    date: "submitted_at",
    collection: "contact_submissions",
  },
  subscribers: {
    title: "Newsletter subscribers",
    reading: "administer",
    noun: "subscriber",
    columns: [EMAIL, column("source", "Source"), DATE],
    actions: "View",
    hasStatus: false,
    hasPayment: false,
    hasReference: false,
    empty: "Addresses that subscribe to the newsletter will appear here.",
    types: ["newsletterSubscriber"],
    date: "subscribed_at",
    collection: "newsletter_subscribers",
  },
};

/** Rows per page (docs/decisions.md, Admin). */
export const PAGE_SIZE = 50;

/** The formats of an export: text for programs, and a file for spreadsheets. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Files for the accountant, beside those of the tables. */
export const ACCOUNT_EXPORTS = ["invoices", "payments"] as const;
export type AccountExport = (typeof ACCOUNT_EXPORTS)[number];

/** A file that admins download: documents of a kind, as a table or for the accountant. */
export interface ExportedFile {
  kind: TableKind;
  account: AccountExport | null;
  format: ExportFormat;
}

/** Returns what an exported file has, by its name such as `contracts.csv`; undefined for an unknown one. */
export function exportOf(file = ""): ExportedFile | undefined {
  const [name, ending] = file.split(".", 2);
  const format = EXPORT_FORMATS.find((one) => one === ending);
  const account = ACCOUNT_EXPORTS.find((one) => one === name) ?? null;
  const kind = account ? "contracts" : TABLE_KINDS.find((one) => TABLES[one].collection === name);
  return format && kind && file === `${name}.${format}` ? { kind, account, format } : undefined;
}

export interface TableCounts {
  total: number;
  /** Number of new submissions of the kind, regardless of the search, without unsigned offers. */
  unread: number;
}

/** One page of a table. `asked` are the parameters of its request (`tableParams`). */
export type TableResult =
  | { status: "failed"; asked: string }
  | ({ status: "loaded"; asked: string; rows: TableRow[]; page: number } & TableCounts);

/** The tables that a user sees, each a promise of its own so that none waits for another. */
export type AllTables = Readonly<{ [Kind in TableKind]?: Promise<TableResult> | undefined }>;

/** Returns what reading the documents of a kind takes; of an unknown one, everything. */
export function readingOf(kind: unknown): Permission {
  return isTableKind(kind) ? TABLES[kind].reading : "administer";
}
