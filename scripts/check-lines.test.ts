import { expect, test } from "vitest";
import { lineProblems } from "./check-lines.mjs";

const folders = new Map([["app", { source: 900, tests: 100 }]]);

test.each([
  [900, 100, []],
  [1_000, 150, []],
  [899, 100, ["`app`: 900 lines of source, 899 in the table"]],
  [900, 90, ["`app`: 100 lines of tests, 90 in the table"]],
])("a row of %i and %i", (source, tests, problems) => {
  expect(lineProblems(folders, new Map([["app", { source, tests }]]))).toEqual(problems);
});

test("a folder without a row may have nothing", () => {
  expect(lineProblems(folders, new Map())).toHaveLength(2);
});
