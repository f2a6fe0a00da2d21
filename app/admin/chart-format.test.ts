import { expect, test } from "vitest";
import { axisTicks, formatTick } from "./chart-format.ts";

const labels = (values: number[], unit: "count" | "cents") =>
  axisTicks(values, unit).map((tick) => formatTick(tick, unit));

test("an axis names whole things, however few there are", () => {
  expect(labels([0, 0], "count")).toEqual(["0", "1", "2", "3", "4"]);
  expect(labels([1, 2], "count")).toEqual(["0", "1", "2", "3", "4"]);
  expect(labels([41, 3], "count")).toEqual(["0", "10", "20", "30", "40", "50"]);
});

test("an axis of money names whole dollars, each once", () => {
  expect(labels([0, 0], "cents")).toEqual(["$0", "$1", "$2", "$3", "$4"]);
  expect(labels([186_800], "cents")).toEqual(["$0", "$500", "$1K", "$1.5K", "$2K"]);
});
