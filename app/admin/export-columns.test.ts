import { expect, it } from "vitest";
import { readCsv } from "../../tests/support/read-table.ts";
import { SAMPLE_INVOICE, sampleContract as contractOf } from "../../tests/support/sample-contract.ts";
import { sampleContract, sampleQuestionnaire } from "../../tests/support/sample-submissions.ts";
import { TABLE_KINDS, type TableKind } from "../model/tables.ts";
import { EXPORT_COLUMNS, exportCells } from "./export-columns.ts";
import { exportTable, type Stored, type TableSource } from "./export.server.ts";

const cell = (kind: TableKind, document: unknown, header: string) =>
  exportCells(kind, document)[EXPORT_COLUMNS[kind].findIndex((column) => column.header === header)];

it("has the headings of the dashboard, and values as people say them", () => {
  expect(cell("questionnaires", sampleQuestionnaire(1), "Email")).toBe("grace.1@example.com");
  expect(cell("contracts", sampleContract(1), "City")).toBe("New York");
  expect(cell("contracts", sampleContract(1), "Total")).toBe(186_800);
  expect(cell("contracts", { payment: { oneTimeTotal: 5 } }, "One-time")).toBe(5);
});

it("puts lists into one cell", () => {
  expect(cell("contracts", sampleContract(1), "Services")).toBe("websiteDevelopment; websiteMaintenance");
  const customServices = [{ description: "Photographs", price: 50_000 }];
  expect(cell("contracts", { customServices }, "Custom services")).toBe("Photographs (500.00)");
  const additionalInfo = { attachments: [{ name: "a.pdf", url: "/admin/files/1" }, { name: "b.pdf" }] };
  expect(cell("questionnaires", { additionalInfo }, "Attachments")).toBe("a.pdf; b.pdf");
});

it.each(TABLE_KINDS)("stands on a document of %s that has nothing, or what nobody expects", (kind) => {
  for (const document of [{}, null, { contactInfo: null, services: 3, additionalInfo: [] }]) {
    expect(exportCells(kind, document)).toHaveLength(EXPORT_COLUMNS[kind].length);
  }
});

it("shows times in New York, across the change of clocks, and states in words", () => {
  const header = "Submitted (New York time)";
  expect(cell("messages", { submitted_at: "2026-11-20T04:30:00Z" }, header)).toEqual({
    time: "2026-11-19 23:30",
  });
  expect(cell("messages", { submitted_at: "2026-07-20T04:30:00Z" }, header)).toEqual({
    time: "2026-07-20 00:30",
  });
  expect(cell("messages", { submitted_at: "soon" }, header)).toBe("soon");
  expect(cell("messages", {}, "Status")).toBe("New");
  expect(cell("messages", { adminStatus: "closed" }, "Status")).toBe("Closed");
});

it("has as still to pay what is open on invoices, and nothing of a declined card or an offer that is not signed", async () => {
  const contracts = [
    contractOf("stripe", { status: "error" }),
    contractOf("invoice", { status: "pending", agreedToTerms: false, offer: {} as never }),
    contractOf("invoice", { suspected: "no-mark" }),
    contractOf("invoice", { invoices: [{ ...SAMPLE_INVOICE, receivedCents: 14_800 }] }),
  ];
  const source = { secret: "a secret of sixteen or more", publicUrl: "", clock: () => new Date() };
  const file = await exportTable(
    source as TableSource,
    "contracts",
    "csv",
    (async function* () {
      yield contracts as unknown as Stored[];
    })(),
  );
  const rows = readCsv(await file.text());
  expect(rows.map((row) => row["Still to pay"])).toEqual(["0.00", "0.00", "0.00", "1000.00"]);
});
