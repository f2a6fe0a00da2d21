import { isAmountPath } from "../model/contracts/contract-fields.ts";
import { clientFields } from "../model/contracts/client-fields.ts";
import { CREDIT_LEFT } from "../model/contracts/account.ts";
import { plainAmount } from "../model/contracts/money.ts";
import { contactFields } from "../model/contact.ts";
import { subscriberFields } from "../model/newsletter.ts";
import { ATTACHMENTS, fieldsOf, questions } from "../model/questionnaire-steps.ts";
import { adminLabelOf, answerText, valueAt, type SubmissionField } from "../model/field.ts";
import { LOCALE } from "../model/locale.ts";
import { spamReasonText } from "../model/spam.ts";
import { isAdminStatus, STATUS_LABELS } from "../model/admin-status.ts";
import type { TableKind } from "../model/tables.ts";

/** A column of an export: its heading, as in the dashboard, and the path of its value in the document. */
export interface CsvColumn {
  header: string;
  path: string;
  /** Returns the cell of a value; left out for stored amounts (`CONTRACT_FIELDS`) and texts. */
  textOf?: (value: unknown) => string;
}

const column = (header: string, path: string, textOf?: CsvColumn["textOf"]): CsvColumn => ({
  header,
  path,
  ...(textOf ? { textOf } : {}),
});
const columnsOf = (fields: readonly SubmissionField[], above = ""): CsvColumn[] =>
  fields.map((field) =>
    column(adminLabelOf(field), above + field.name, (value) =>
      typeof value === "string" ? answerText(field, value) : cellText(value),
    ),
  );
const amount = (header: string, path: string) => column(header, path, amountText);

// A form that spreadsheets sort and read as a time.
const time = new Intl.DateTimeFormat("sv-SE", {
  timeZone: LOCALE.timeZone,
  dateStyle: "short",
  timeStyle: "short",
});
const timeText = (value: unknown): string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value))
    ? time.format(new Date(value))
    : cellText(value);

const ID = column("Id", "_id");
const SUSPECTED = column("Suspected", "suspected", (value) => spamReasonText(cellText(value)) ?? "");
const STATUS = column("Status", "adminStatus", (value) =>
  isAdminStatus(value) ? STATUS_LABELS[value] : cellText(value ?? STATUS_LABELS.new),
);
const REFERENCE = column("Reference", "reference");
const submitted = (path: string) => column(`Submitted (${LOCALE.timeZoneName})`, path, timeText);
const REVIEWED = [STATUS, submitted("submitted_at"), SUSPECTED, REFERENCE];

/** The columns of each export, for people who open it in a spreadsheet. Amounts are in dollars. `money` is made by `exportCsv`. */
export const CSV_COLUMNS: Record<TableKind, readonly CsvColumn[]> = {
  questionnaires: [
    ID,
    ...columnsOf(fieldsOf("contactInfo")),
    ...columnsOf(fieldsOf("")),
    ...columnsOf(questions.filter(({ name }) => !name.startsWith("contactInfo."))),
    column("Attachments", ATTACHMENTS),
    ...REVIEWED,
  ],
  contracts: [
    ID,
    ...columnsOf(clientFields, "contactInfo."),
    column("Services", "services"),
    column("Frequency", "money.frequency"),
    column("Custom services", "customServices"),
    column("Coupon", "couponCode"),
    column("Total", "total"),
    column("One-time", "payment.oneTimeTotal"),
    column("Recurring", "payment.recurringTotal"),
    column("Discount", "payment.recurringDiscount"),
    amount("Paid", "money.paidCents"),
    amount("Still to pay", "money.openCents"),
    amount(CREDIT_LEFT, "money.creditCents"),
    amount("Refunded", "money.refundedCents"),
    column("Payment", "money.state"),
    column("Payment notes", "money.marks"),
    STATUS,
    submitted("submittedAt"),
    SUSPECTED,
    REFERENCE,
  ],
  messages: [ID, ...columnsOf(contactFields), ...REVIEWED],
  subscribers: [
    ...columnsOf(subscriberFields),
    column(`Subscribed (${LOCALE.timeZoneName})`, "subscribed_at", timeText),
    SUSPECTED,
    column("Link to unsubscribe", "unsubscribe"),
  ],
};

/** Formats cents as dollars; anything else, as in a document that something else wrote, stays as it is. */
function amountText(value: unknown): string {
  return typeof value === "number" ? plainAmount(value) : cellText(value);
}

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

export function csvCells(kind: TableKind, document: unknown): string[] {
  return CSV_COLUMNS[kind].map(({ path, textOf }) => {
    const isAmount = kind === "contracts" && isAmountPath(path);
    return (textOf ?? (isAmount ? amountText : cellText))(valueAt(document, path));
  });
}
