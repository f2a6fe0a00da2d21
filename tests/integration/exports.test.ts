import { serveLake } from "lakelet/testing";
import { beforeAll, expect, test } from "vitest";
import { createTables } from "../../app/admin/tables.server.ts";
import {
  exportInvoices,
  exportPayments,
} from "../../app/contracts/billing/invoices/export-invoices.server.ts";
import { EXPORT_FORMATS, type ExportFormat, type TableKind } from "../../app/model/tables.ts";
import { BEGINS_AS_FORMULA, FORMULAS, TYPED_TEXTS } from "../support/hostile-texts.ts";
import { opened } from "../support/opened.ts";
import { csvRows, readCsv, xlsxRows } from "../support/read-table.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
} from "../support/sample-submissions.ts";

// Every export, with everything in it that people type and attackers would, read by packages that others made.

const SECRET = "a secret of sixteen or more";
const TEXTS = [...TYPED_TEXTS.map(([, text]) => text), ...FORMULAS];
const now = new Date("2026-11-28T12:00:00Z");

const lake = opened(serveLake);
const report = (error: unknown) => {
  throw error;
};

/** Of a payment for two invoices at once. */
const PARTS = ["INV-2026-0001", "INV-2026-0002"].map((invoice) => ({
  _key: invoice,
  invoice,
  amountCents: 2_500,
}));

type Document = { _id: string; _type: string };
const contractOf = (text: string, n: number): Document => {
  const contract = sampleContract(n);
  const at = `2026-11-21T12:00:${String(n).padStart(2, "0")}Z`;
  return {
    ...contract,
    contactInfo: { ...contract.contactInfo, companyName: text, phone: text },
    history: [
      { _key: "received", kind: "received", at, amountCents: 5_000, parts: PARTS, note: text },
      { _key: "refunded", kind: "refunded", at, amountCents: 1_999, note: text },
    ],
  } as Document;
};
const invoiceOf = (text: string, n: number): Document & Record<string, unknown> => ({
  _id: `invoice.${n}`,
  _type: "invoice",
  number: `2026-${String(n).padStart(4, "0")}`,
  kind: n % 2 === 0 ? "invoice" : "credit-note",
  contractId: `contract.sample-${n}`,
  issuedOn: "2026-11-01",
  dueOn: "2026-12-01",
  client: { name: text, companyName: text },
  reference: "AAAA-BBBB",
  subtotalCents: 12_345,
  discountCents: 0,
  couponCents: 0,
  taxCents: 0,
  totalCents: 12_345,
});

beforeAll(async () => {
  const documents = TEXTS.flatMap((text, n): Document[] => {
    const questionnaire = sampleQuestionnaire(n);
    return [
      { ...sampleMessage(n), message: text, phone: text },
      {
        ...questionnaire,
        contactInfo: { ...questionnaire.contactInfo, phone: text },
        homePage: { ...questionnaire.homePage, mainHeadline: text },
      },
      contractOf(text, n),
      { ...sampleSubscriber(n), source: text } as Document,
      invoiceOf(text, n),
    ];
  });
  await lake.client.mutate(documents.map((document) => ({ create: document })));
});

const table = (kind: TableKind) => (format: ExportFormat) =>
  createTables({
    adminClient: lake.client,
    secret: SECRET,
    publicUrl: "https://site.test",
    clock: () => now,
    report: () => report,
  }).export(kind, format, new URLSearchParams());

const perText = TEXTS.length;
/** Each export, how many rows it has, and a heading of what was typed. */
const EXPORTS: readonly [
  name: string,
  export_: (format: ExportFormat) => Promise<Response>,
  rows: number,
  typed: string,
][] = [
  ["messages", table("messages"), perText, "Message"],
  ["questionnaires", table("questionnaires"), perText, "Phone"],
  ["contracts", table("contracts"), perText, "Company name"],
  ["subscribers", table("subscribers"), perText, "Source"],
  ["invoices", (format) => exportInvoices(lake.client, now, format), perText, "Company"],
  ["payments", (format) => exportPayments(lake.client, SECRET, format), 2 * perText, "Note"],
];

test.each(EXPORTS)(
  "the CSV of %s: a row per document, every text as it was typed, no formula",
  async (_name, ask, count, typed) => {
    const text = await (await ask("csv")).text();
    const rows = readCsv(text);
    expect(rows).toHaveLength(count);
    expect(new Set(csvRows(text).map((cells) => cells.length)).size).toBe(1);
    const expected = TEXTS.map((one) => (FORMULAS.includes(one) ? `'${one}` : one));
    expect(new Set(rows.map((row) => row[typed]))).toEqual(new Set(expected));
    // But amounts, which are no texts.
    const isAmount = (cell: string) => /^-\d+\.\d\d$/.test(cell);
    const formulas = csvRows(text)
      .flat()
      .filter((cell) => BEGINS_AS_FORMULA.test(cell) && !isAmount(cell));
    expect(formulas).toEqual([]);
  },
);

test.each(EXPORTS)(
  "the spreadsheet of %s has the same rows, its texts as texts",
  async (_name, ask, count, typed) => {
    const response = await ask("xlsx");
    expect(response.headers.get("content-type")).toMatch(/spreadsheetml/);
    const [columns = [], ...rows] = await xlsxRows(await response.arrayBuffer());
    expect(rows).toHaveLength(count);
    expect(columns).toEqual(csvRows(await (await ask("csv")).text())[0]);
    const cells = rows.map((row) => row[columns.indexOf(typed)]);
    const same = (text: unknown) => String(text).replaceAll(/\r\n?/g, "\n").trim();
    expect(new Set(cells.map(same))).toEqual(new Set(TEXTS.map(same)));
  },
);

test("refunds and credit notes are negative, amounts are numbers and days are dates", async () => {
  const payments = readCsv(await (await exportPayments(lake.client, SECRET, "csv")).text());
  expect(new Set(payments.map((row) => `${row["Kind"]} ${row["Amount"]} ${row["Invoice"]}`))).toEqual(
    new Set(["Payment 50.00 INV-2026-0001, INV-2026-0002", "Refund -19.99 "]),
  );
  const invoices = readCsv(await (await exportInvoices(lake.client, now, "csv")).text());
  expect(new Set(invoices.map((row) => `${row["Kind"]} ${row["Total"]} ${row["Tax"]}`))).toEqual(
    new Set(["Invoice 123.45 0.00", "Credit note -123.45 0.00"]),
  );
  const [columns = [], ...rows] = await xlsxRows(
    await (await exportPayments(lake.client, SECRET, "xlsx")).arrayBuffer(),
  );
  expect([columns[0], columns[2]]).toEqual(["Date", "Amount"]);
  expect(new Set(rows.map((row) => row[2]))).toEqual(new Set([50, -19.99]));
  expect(rows[0]?.[0]).toEqual(new Date("2026-11-21T00:00:00Z"));
});

test.each(EXPORT_FORMATS)("an outage is a 503 for %s, not a broken file", async (format) => {
  const tables = createTables({
    adminClient: {
      fetch: () => Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" })),
    } as never,
    secret: SECRET,
    publicUrl: "https://site.test",
    clock: () => now,
    report: () => () => {},
  });
  const exported = tables.export("messages", format, new URLSearchParams());
  await expect(exported).rejects.toMatchObject({ status: 503 });
});
