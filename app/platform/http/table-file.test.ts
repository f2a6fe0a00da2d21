import { expect, it } from "vitest";
import { BEGINS_AS_FORMULA, FORMULAS, TYPED_TEXTS } from "../../../tests/support/hostile-texts.ts";
import { csvRows, xlsxRows } from "../../../tests/support/read-table.ts";
import type { Cell } from "./table-cell.ts";
import { tableFile, type TableFormat } from "./table-file.server.ts";

async function* parts(rows: Cell[][]) {
  for (const row of rows) yield [row];
}

const file = (rows: Cell[][], format: TableFormat) =>
  tableFile({ name: "table", columns: ["Text", "Next"], parts: parts(rows) }, format);
const csv = async (rows: Cell[][]) => (await file(rows, "csv")).text();
const xlsx = async (rows: Cell[][]) => xlsxRows(await (await file(rows, "xlsx")).arrayBuffer());

it.each(TYPED_TEXTS)("keeps %s in one cell of a CSV", async (_what, text) => {
  expect(csvRows(await csv([[text, "next"]]))).toEqual([
    ["Text", "Next"],
    [text, "next"],
  ]);
});

it.each(FORMULAS)("lets no spreadsheet calculate %j", async (text) => {
  const [, cells] = csvRows(await csv([[text, "next"]]));
  expect(cells).toEqual([`'${text}`, "next"]);
  expect(BEGINS_AS_FORMULA.test(text)).toBe(true);
});

it("quotes what is a text and a number to others, and no amounts or times", async () => {
  const rows = [
    ["07030", -4_000],
    ["INV-1", 5],
    [{ time: "2026-11-19 23:30" }, 123_456],
  ] as Cell[][];
  const bytes = Buffer.from(await (await file(rows, "csv")).arrayBuffer());
  expect(bytes.toString("utf8").split("\r\n")).toEqual([
    // The mark by which spreadsheets know the encoding.
    '\uFEFF"Text","Next"',
    '"07030",-40.00',
    '"INV-1",0.05',
    "2026-11-19 23:30,1234.56",
    "",
  ]);
});

it("says in a spreadsheet's file what is a text, an amount and a time", async () => {
  const rows: Cell[][] = [
    ...[...TYPED_TEXTS.map(([, text]) => text), ...FORMULAS].map((text) => [text, ""]),
    ["07030", -4_000],
    [{ time: "2026-11-19 23:30" }, { time: "2026-11-19" }],
    [{ time: "" }, { time: "soon" }],
  ];
  const [columns, ...read] = await xlsx(rows);
  expect(columns).toEqual(["Text", "Next"]);
  const times = read.splice(-3);
  // A line break is one character in such a file, and a reader trims what surrounds a text.
  const same = (text: unknown) => String(text).replaceAll(/\r\n?/g, "\n").trim();
  expect(read.map(([text]) => same(text))).toEqual(rows.slice(0, -3).map(([text]) => same(text)));
  expect(times).toEqual([
    ["07030", -40],
    [new Date("2026-11-19T23:30:00Z"), new Date("2026-11-19T00:00:00Z")],
    [null, "soon"],
  ]);
});

it("cuts what is longer than a spreadsheet can hold", async () => {
  const [, [cell] = []] = await xlsx([["x".repeat(40_000), ""]]);
  expect(String(cell)).toHaveLength(32_767);
});

it.each(["csv", "xlsx"] as const)(
  "fails before a %s begins when its first part cannot be read",
  async (format) => {
    const broken = (): AsyncIterator<Cell[][]> => ({ next: () => Promise.reject(new Error("away")) });
    await expect(tableFile({ name: "table", columns: [], parts: broken() }, format)).rejects.toThrow("away");
  },
);

it("fails where a later part of a spreadsheet's file cannot be read", async () => {
  async function* breaking(): AsyncGenerator<Cell[][]> {
    yield [["one"]];
    throw new Error("away");
  }
  await expect(tableFile({ name: "table", columns: ["Text"], parts: breaking() }, "xlsx")).rejects.toThrow(
    "away",
  );
});
