import { expect, test } from "vitest";
import { COUNT_MS, countAt, statisticText } from "./statistics.tsx";

test("a count starts at zero, only rises, and ends on the exact value", () => {
  const steps = [0, 0.1, 0.3, 0.6, 0.9, 1, 2].map((part) => countAt(part * COUNT_MS, 99.95));
  expect(steps[0]).toBe(0);
  expect(steps.at(-2)).toBe(99.95);
  expect(steps.at(-1)).toBe(99.95);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

test("a figure keeps the decimals of its content while it counts", () => {
  expect(statisticText(0, 99.95, null, "%")).toBe("0.00%");
  expect(statisticText(1234.4, 4000, "$", "+")).toBe("$1,234+");
});
