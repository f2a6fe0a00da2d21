import { expect, it } from "vitest";
import { sampleContract, sampleQuestionnaire } from "../../tests/support/sample-submissions.ts";
import { CSV_COLUMNS, csvCells } from "./csv.ts";
import { TABLE_KINDS, type TableKind } from "../model/tables.ts";

const cell = (kind: TableKind, document: unknown, header: string) =>
  csvCells(kind, document)[CSV_COLUMNS[kind].findIndex((column) => column.header === header)];

it("finds values by the names of specification 3", () => {
  expect(cell("questionnaires", sampleQuestionnaire(1), "contactInfo.email")).toBe("grace.1@example.com");
  expect(cell("contracts", sampleContract(1), "contactInfo.address.city")).toBe("New York");
  expect(cell("contracts", sampleContract(1), "total")).toBe("1868.00");
  expect(cell("contracts", { payment: { amountDueToday: 5 } }, "payment.amountDueToday")).toBe("0.05");
});

it("puts lists into one cell", () => {
  expect(cell("contracts", sampleContract(1), "services")).toBe("websiteDevelopment; websiteMaintenance");
  const customServices = [{ description: "Photographs", price: 50_000 }];
  expect(cell("contracts", { customServices }, "customServices")).toBe("Photographs (500.00)");
  const additionalInfo = { attachments: [{ name: "a.pdf", url: "/admin/files/1" }, { name: "b.pdf" }] };
  expect(cell("questionnaires", { additionalInfo }, "additionalInfo.attachments")).toBe("a.pdf; b.pdf");
});

it.each(TABLE_KINDS)("stands on a document of %s that has nothing, or what nobody expects", (kind) => {
  for (const document of [{}, null, { contactInfo: null, services: 3, additionalInfo: [] }]) {
    expect(csvCells(kind, document)).toHaveLength(CSV_COLUMNS[kind].length);
  }
});
