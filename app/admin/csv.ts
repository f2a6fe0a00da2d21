import type { TableKind } from "./tables.ts";

/** A column of an export: its heading, and the path of its value in a stored document. */
export interface CsvColumn {
  header: string;
  path: string;
}

const paths = (...all: string[]): CsvColumn[] => all.map((path) => ({ header: path, path }));
const below = (group: string, ...fields: string[]) => paths(...fields.map((field) => `${group}.${field}`));

/** What stands in each export, by the names of specification 3. Amounts are in cents, times are ISO. */
export const CSV_COLUMNS: Record<TableKind, readonly CsvColumn[]> = {
  questionnaires: [
    { header: "id", path: "_id" },
    ...below("contactInfo", "name", "email", "phone", "preferredContact"),
    ...paths("projectType", "projectDescription", "timeline"),
    ...below("homePage", "mainHeadline", "subHeadline", "keyFeatures", "callToAction"),
    ...below("aboutPage", "companyStory", "missionStatement", "teamSection", "teamMembers"),
    ...below("servicesPage", "servicesList", "servicePricing", "processDescription"),
    ...below("contactPage", "contactFormFields", "businessHours", "mapPreference", "displayAddress"),
    ...below("contactPage", "streetAddress", "suite", "city", "state", "zipCode"),
    ...below("additionalInfo", "targetAudience", "competitors", "uniqueSellingPoints", "brandPersonality"),
    ...below("additionalInfo", "projectGoals", "contentStatus", "existingMaterials", "specialFeatures"),
    ...below("additionalInfo", "additionalNotes", "attachments"),
    ...paths("adminStatus", "submitted_at", "suspected"),
  ],
  contracts: [
    { header: "id", path: "_id" },
    { header: "type", path: "_type" },
    ...below("contactInfo", "firstName", "lastName", "companyName", "phone", "email"),
    ...below("contactInfo.address", "street", "street2", "city", "state", "zipCode"),
    ...paths("services", "customServices", "couponCode", "total"),
    ...below("payment", "oneTimeTotal", "recurringTotal", "recurringDiscount", "amountDueToday"),
    ...below("payment", "paymentMethod", "paymentStatus"),
    ...paths("status", "adminStatus", "submittedAt", "suspected"),
  ],
  messages: [
    { header: "id", path: "_id" },
    ...paths("name", "email", "phone", "service", "message", "adminStatus", "submitted_at", "suspected"),
  ],
  subscribers: paths("email", "source", "subscribed_at", "suspected"),
};

function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split(".")) {
    value =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

/** Lists and objects in one cell: names of files and of selected services, descriptions with prices. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(inWords).join("; ");
  if (typeof value !== "object") return String(value);
  const { name, description, price } = value as Record<string, unknown>;
  if (typeof name === "string") return name;
  if (typeof description === "string") return `${description} (${String(price)})`;
  return Object.entries(value)
    .filter(([, service]) => (service as { selected?: unknown } | null)?.selected === true)
    .map(([id]) => id)
    .join("; ");
}

/** The cells of one document. */
export function csvCells(kind: TableKind, document: unknown): string[] {
  return CSV_COLUMNS[kind].map(({ path }) => inWords(valueAt(document, path)));
}
