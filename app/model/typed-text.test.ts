import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manyLines, oneLine, plainDigits } from "./typed-text.ts";

const UNITS = [
  "a",
  "é",
  "e\u0301",
  "ع",
  "\u064B",
  "न",
  "\u094D",
  "👩",
  "\u200C",
  "\u200D",
  "\uFE0F",
  "\u00AD",
  "\n",
  " ",
];

describe("oneLine", () => {
  test.each([
    ["what a contacts program pastes around a number", "\u202A+47 22 12 34 56\u202C", "+47 22 12 34 56"],
    ["a byte order mark", "\uFEFFAda", "Ada"],
    ["a zero-width space", "Ada\u200BLovelace", "AdaLovelace"],
    ["a soft hyphen", "Love\u00ADlace", "Lovelace"],
    ["marks of direction", "\u200Fעדה\u200E \u2067Ada\u2069", "עדה Ada"],
    ["variation selectors", "\u2764\uFE0F 葛\u{E0100}", "\u2764 葛"],
    ["a letter that looks like none", "\u3164\u115F\u1160", ""],
    ["tags that only machines read", "Ada\u{E0041}\u{E0042}\u{E007F}", "Ada"],
    ["marks of annotation", "\uFFF9Ada\uFFFB", "Ada"],
    ["line breaks and control characters", "Ada\r\nLovelace\u0000\u007F", "Ada Lovelace"],
    ["line and paragraph separators", "Ada\u2028Lovelace\u2029\u2028", "Ada Lovelace"],
    ["the empty pattern of Braille", "Ada\u2800Lovelace\u2800", "Ada Lovelace"],
    ["what is left at the ends", " \u200B Ada \u2060 ", "Ada"],
    ["joiners between Latin letters and digits", "SAVE\u200C10\u200D", "SAVE10"],
    ["joiners alone", "\u200D\u200C\u2063", ""],
    ["joiners at the ends of words", "\u200Cعلی\u200C \u200Dرضا\u200D", "علی رضا"],
    ["several joiners for one", "علی\u200C\u200C\u200Bرضا", "علی\u200Cرضا"],
  ])("drops %s: %j → %j", (_what, typed, line) => expect(oneLine(typed)).toBe(line));

  test.each([
    ["Persian", "علی\u200Cرضا"],
    ["Devanagari", "क्\u200Dष"],
    ["Malayalam, at the end of a word", "അവന്\u200D"],
    ["emoji", "👩\u200D💻 👩🏽\u200D🚀 👨\u200D👩\u200D👧"],
    ["a visible sign of Arabic", "\u0600١٢"],
    ["Hawaiian, Vietnamese and combining marks", "Kaʻahumanu Nāwahī, Nguyễn, n\u0303"],
  ])("keeps %s", (_what, text) => expect(oneLine(text)).toBe(text));

  test("what is too long for every field is left to be refused for that", () => {
    const long = "\u200B".repeat(10_001);
    expect([oneLine(long), manyLines(long)]).toEqual([long, long]);
  });

  test("what is clean stays as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...UNITS) }), (text) => {
        const once = oneLine(text);
        expect(oneLine(once)).toBe(once);
      }),
    );
  });
});

describe("manyLines", () => {
  test("is empty where nothing is seen", () => expect(manyLines("\u200B\n\u3164\uFEFF")).toBe(""));
  test("keeps what shapes an emoji", () =>
    expect(manyLines("I \u2764\uFE0F\r\nit")).toBe("I \u2764\uFE0F\nit"));
});

test.each([
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["०१२३४५६७८९", "0123456789"],
  ["０１２３４５６７８９", "0123456789"],
  ["𝟎𝟗𝟘𝟡𝟢𝟫", "090909"],
  ["᧐᧙ ᪀᪉ ᪐᪙", "09 09 09"],
  ["10001‐1 10001‑1 10001‒1 10001–1 10001—1 10001―1 10001−1", Array(7).fill("10001-1").join(" ")],
  ["½ ² Ⅳ x", "½ ² Ⅳ x"],
])("plainDigits: %j → %j", (text, plain) => expect(plainDigits(text)).toBe(plain));
