import { expect, test } from "vitest";
import { truncate } from "./truncate.ts";

test("what fits stays; what does not ends with a whole word", () => {
  expect(truncate("Four partners", 13)).toBe("Four partners");
  expect(truncate("Four partners who", 13)).toBe("Four partners …");
  expect(truncate("Four partners who", 12)).toBe("Four …");
});

test("one long word is cut where it must be", () => {
  expect(truncate("Donaudampfschifffahrt", 5)).toBe("Donau …");
});
