import { expect, test } from "vitest";
import { phoneNumber } from "./typed-text.ts";

test.each([
  ["2125550142", "(212) 555-0142"],
  ["212 555 0142", "(212) 555-0142"],
  ["212.555.0142", "(212) 555-0142"],
  ["+1 212-555-0142", "(212) 555-0142"],
  ["12125550142", "(212) 555-0142"],
  ["(212) 555-0142", "(212) 555-0142"],
  ["+44 20 7946 0000", "+44 20 7946 0000"],
  ["(212) 555-0142 ext. 7", "(212) 555-0142 ext. 7"],
  ["555-0142", "555-0142"],
  ["ask for Ada", "ask for Ada"],
])("the telephone %j is kept as %j", (typed, kept) => expect(phoneNumber(typed)).toBe(kept));
