import { isAdminStatus, STATUS_LABELS } from "../model/admin-status.ts";
import { contactFields, MAX_QUESTIONS } from "../model/contact.ts";
import { CREDIT_LEFT } from "../model/contracts/account.ts";
import { clientFields } from "../model/contracts/client-fields.ts";
import { plainAmount } from "../model/contracts/money.ts";
import { adminLabelOf, answerText, valueAt, type SubmissionField } from "../model/field.ts";
import { LOCALE } from "../model/locale.ts";
import { subscriberFields } from "../model/newsletter.ts";
import { ATTACHMENTS, fieldsOf, questions } from "../model/questionnaire-steps.ts";
import { spamReasonText } from "../model/spam.ts";
import type { TableKind } from "../model/tables.ts";
import type { Cell } from "../platform/http/table-cell.ts";

/** A column of an export: its heading, as in the dashboard, and the path of its value in the document. */
export interface ExportColumn {
  header: string;
  path: readonly string[];
  cellOf: (value: unknown) => Cell;
}

const column = (header: string, path: string, cellOf: ExportColumn["cellOf"] = cellText): ExportColumn => ({
  header,
  path: path.split("."),
  cellOf,
});
const columnsOf = (fields: readonly SubmissionField[], above = ""): ExportColumn[] =>
  fields.map((field) =>
    column(adminLabelOf(field), above + field.name, (value) =>
      typeof value === "string" ? answerText(field, value) : cellText(value),
    ),
  );
const amount = (header: string, path: string) => column(header, path, amountCell);

// A form that spreadsheets sort and read as a time.
const time = new Intl.DateTimeFormat("sv-SE", {
  timeZone: LOCALE.timeZone,
  dateStyle: "short",
  timeStyle: "short",
});
const timeCell = (value: unknown): Cell =>
  typeof value === "string" && !Number.isNaN(Date.parse(value))
    ? { time: time.format(new Date(value)) }
    : cellText(value);

const ID = column("Id", "_id");
const SUSPECTED = column("Suspected", "suspected", (value) => spamReasonText(cellText(value)) ?? "");
const STATUS = column("Status", "adminStatus", (value) =>
  isAdminStatus(value) ? STATUS_LABELS[value] : cellText(value ?? STATUS_LABELS.new),
);
const REFERENCE = column("Reference", "reference");
const submitted = (path: string) => column(`Submitted (${LOCALE.timeZoneName})`, path, timeCell);
const REVIEWED = [STATUS, submitted("submitted_at"), SUSPECTED, REFERENCE];

/** The owner's own questions, each with the words in which it was asked. */
const ANSWERS = Array.from({ length: MAX_QUESTIONS }, (_, index) => [
  column(`Question ${index + 1}`, `answers.${index}.question`),
  column(`Answer ${index + 1}`, `answers.${index}.answer`),
]).flat();

/** The columns of each export, for people who open it in a spreadsheet. `money` is made by `exportTable`. */
export const EXPORT_COLUMNS: Record<TableKind, readonly ExportColumn[]> = {
  questionnaires: [
    ID,
    ...columnsOf(fieldsOf("contactInfo")),
    ...columnsOf(fieldsOf("")),
    ...columnsOf(questions.filter(({ name }) => !name.startsWith("contactInfo."))),
    column("Attachments", ATTACHMENTS),
    column("Links to attachments", ATTACHMENTS, linksOf),
    ...REVIEWED,
  ],
  contracts: [
    ID,
    ...columnsOf(clientFields, "contactInfo."),
    column("Services", "services"),
    column("Frequency", "money.frequency"),
    column("Custom services", "customServices"),
    column("Coupon", "couponCode"),
    amount("Total", "total"),
    amount("One-time", "payment.oneTimeTotal"),
    amount("Recurring", "payment.recurringTotal"),
    amount("Discount", "payment.recurringDiscount"),
    amount("Tax", "money.taxCents"),
    amount("Paid", "money.paidCents"),
    amount("Still to pay", "money.owedCents"),
    amount(CREDIT_LEFT, "money.creditCents"),
    amount("Refunded", "money.refundedCents"),
    column("Payment", "money.state"),
    column("Payment notes", "money.marks"),
    STATUS,
    submitted("submittedAt"),
    SUSPECTED,
    REFERENCE,
  ],
  messages: [ID, ...columnsOf(contactFields), ...ANSWERS, ...REVIEWED],
  subscribers: [
    ...columnsOf(subscriberFields),
    column(`Subscribed (${LOCALE.timeZoneName})`, "subscribed_at", timeCell),
    SUSPECTED,
    column("Link to unsubscribe", "unsubscribe"),
  ],
};

/** Anything but cents, as in a document that something else wrote, stays as it is. */
function amountCell(value: unknown): Cell {
  return typeof value === "number" ? value : cellText(value);
}

/** Formats lists and objects for one cell: names of files and selected services, descriptions with prices. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellText).join("; ");
  if (typeof value !== "object") return String(value);
  const { name, description, price } = value as Record<string, unknown>;
  if (typeof name === "string") return name;
  if (typeof description === "string") {
    return `${description} (${typeof price === "number" ? plainAmount(price) : cellText(price)})`;
  }
  return Object.entries(value)
    .filter(([, service]) => (service as { selected?: unknown } | null)?.selected === true)
    .map(([id]) => id)
    .join("; ");
}

function linksOf(files: unknown): Cell {
  return Array.isArray(files) ? files.map((file) => cellText(valueAt(file, "url"))).join("; ") : "";
}

export const exportCells = (kind: TableKind, document: unknown): Cell[] =>
  EXPORT_COLUMNS[kind].map(({ path, cellOf }) => cellOf(valueAt(document, path)));
