import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caretAfter, formatPhone, isPhone, phoneDigits } from "./phone.ts";

describe("formatPhone", () => {
  it.each([
    ["", ""],
    ["12", "12"],
    ["1234", "(123) 4"],
    ["1234567", "(123) 456-7"],
    ["1234567890", "(123) 456-7890"],
    ["123-456-7890 ext", "(123) 456-7890"],
    ["+1 (212) 555-0142", "(212) 555-0142"],
    ["123456789012", "(234) 567-8901"],
  ])("%s → %s", (typed, shown) => expect(formatPhone(typed)).toBe(shown));

  it("never holds more than ten digits, and formatting twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = formatPhone(text);
        expect(phoneDigits(once).length).toBeLessThanOrEqual(10);
        expect(formatPhone(once)).toBe(once);
      }),
    );
  });
});

it.each([
  ["(123) 456-7890", 0, 0],
  ["(123) 456-7890", 1, 2],
  ["(123) 456-7890", 3, 4],
  ["(123) 456-7890", 4, 7],
  ["(123) 456-7890", 10, 14],
])("in %s the caret behind %i digits is at %i", (text, digits, caret) =>
  expect(caretAfter(text, digits)).toBe(caret),
);

it("asks for exactly ten digits", () => {
  expect(["(123) 456-7890", "123456789", "12345678901", ""].map(isPhone)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
