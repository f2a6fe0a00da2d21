import { expect, test } from "vitest";
import { cut } from "./cut.ts";

test("what fits stays; what does not ends with a whole word", () => {
  expect(cut("Four partners", 13)).toBe("Four partners");
  expect(cut("Four partners who", 13)).toBe("Four partners …");
  expect(cut("Four partners who", 12)).toBe("Four …");
});

test("one long word is cut where it must be", () => {
  expect(cut("Donaudampfschifffahrt", 5)).toBe("Donau …");
});
