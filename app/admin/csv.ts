import { isAmountPath } from "../model/contracts/contract-fields.ts";
import { clientFields } from "../model/contracts/client-fields.ts";
import { plainAmount } from "../model/contracts/money.ts";
import { contactFields } from "../model/contact.ts";
import { subscriberFields } from "../model/newsletter.ts";
import { ATTACHMENTS, fieldsOf, questions } from "../model/questionnaire-steps.ts";
import { valueAt, type SubmissionField } from "../model/field.ts";
import type { TableKind } from "../model/tables.ts";

/** A column of an export: its heading, and the path of its value in the document. */
export interface CsvColumn {
  header: string;
  path: string;
}

const paths = (...all: string[]): CsvColumn[] => all.map((path) => ({ header: path, path }));
const columnsOf = (fields: readonly SubmissionField[]) => paths(...fields.map(({ name }) => name));
const below = (group: string, ...fields: string[]) => paths(...fields.map((field) => `${group}.${field}`));
const ID = { header: "id", path: "_id" };
const REVIEWED = ["adminStatus", "submitted_at", "suspected", "reference"];

/** The columns of each export, named as in docs/specification.md, section 3, with `reference`, `paymentState` and the link to `unsubscribe`. Amounts are in dollars, times are ISO. */
export const CSV_COLUMNS: Record<TableKind, readonly CsvColumn[]> = {
  questionnaires: [
    ID,
    ...columnsOf(fieldsOf("contactInfo")),
    ...columnsOf(fieldsOf("")),
    ...columnsOf(questions.filter(({ name }) => !name.startsWith("contactInfo."))),
    ...paths(ATTACHMENTS, ...REVIEWED),
  ],
  contracts: [
    ID,
    { header: "type", path: "_type" },
    ...below("contactInfo", ...clientFields.map(({ name }) => name)),
    ...paths("services", "customServices", "couponCode"),
    ...paths("total"),
    ...below("payment", "oneTimeTotal", "recurringTotal", "recurringDiscount", "amountDueToday"),
    ...below("payment", "paymentMethod", "paymentStatus"),
    ...paths("status", "adminStatus", "submittedAt", "suspected", "reference", "paymentState"),
  ],
  messages: [ID, ...columnsOf(contactFields), ...paths(...REVIEWED)],
  subscribers: [...columnsOf(subscriberFields), ...paths("subscribed_at", "suspected", "unsubscribe")],
};

/** Formats cents as dollars; anything else, as in a document that something else wrote, stays as it is. */
const amountText = (value: unknown): string =>
  typeof value === "number" ? plainAmount(value) : cellText(value);

/** Formats lists and objects for one cell: names of files and selected services, descriptions with prices. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellText).join("; ");
  if (typeof value !== "object") return String(value);
  const { name, description, price } = value as Record<string, unknown>;
  if (typeof name === "string") return name;
  if (typeof description === "string") return `${description} (${amountText(price)})`;
  return Object.entries(value)
    .filter(([, service]) => (service as { selected?: unknown } | null)?.selected === true)
    .map(([id]) => id)
    .join("; ");
}

/** Returns the cells of a document. */
export function csvCells(kind: TableKind, document: unknown): string[] {
  return CSV_COLUMNS[kind].map(({ path }) => {
    const value = valueAt(document, path);
    return kind === "contracts" && isAmountPath(path) ? amountText(value) : cellText(value);
  });
}
