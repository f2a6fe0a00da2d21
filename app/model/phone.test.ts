import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editPhone, formatPhone, phoneProblem } from "./phone.ts";

describe("formatPhone", () => {
  test.each([
    ["", ""],
    ["123", "123"],
    ["1234", "(123) 4"],
    ["123456", "(123) 456"],
    ["1234567", "(123) 456-7"],
    ["1234567890", "(123) 456-7890"],
    ["12345678901234", "12345678901234"],
    ["22345678901234", "22345678901234"],
    ["12125550142", "(212) 555-0142"],
    ["1 212 555 014", "(212) 555-014"],
    ["+12125550142", "(212) 555-0142"],
    ["+44 20 7946 0958", "+44 20 7946 0958"],
    ["+31612345678", "+31612345678"],
    ["+", "+"],
    ["442079460958", "442079460958"],
    ["+1", "+1"],
    ["+1 (212) 555-0142", "(212) 555-0142"],
    ["212.555.0142 ext", "(212) 555-0142"],
    ["no digits", "no digits"],
    ["1-800-FLOWERS", "1-800-FLOWERS"],
    ["555-0142 ext. 123", "555-0142 ext. 123"],
    ["555-0142, 123", "555-0142, 123"],
    ["555-0142 #123", "555-0142 #123"],
    ["212-555-0142 / 212-555-0143", "212-555-0142 / 212-555-0143"],
    ["0047 22 12 34 56", "0047 22 12 34 56"],
    ["011 47 22 12 34 56", "011 47 22 12 34 56"],
    ["0669821234", "0669821234"],
    ["212\u2011555\u20130142", "(212) 555-0142"],
    ["1\u2011212\u2011555\u20110142", "(212) 555-0142"],
    ["1\u2013212\u2013555\u2013014", "(212) 555-014"],
    ["\u202A(212) 555-0142\u202C", "(212) 555-0142"],
    ["Tel. 212/555 0142", "(212) 555-0142"],
    ["Tel. +1 212 555 0142", "(212) 555-0142"],
    ["\uFF0B1 (212) 555-0142", "(212) 555-0142"],
    ["+ (1) 212 555 0142", "(212) 555-0142"],
    ["２１２-５５５-０１４２", "(212) 555-0142"],
    ["٢١٢ ٥٥٥ ٠١٤٢", "(212) 555-0142"],
    ["२१२५५५०१४२", "(212) 555-0142"],
    ["\u202A+47 22 12 34 56\u202C", "\u202A+47 22 12 34 56\u202C"],
  ])("%j → %j", (text, formatted) => expect(formatPhone(text)).toBe(formatted));

  test("what is formatted stays as it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = formatPhone(text);
        expect(formatPhone(once)).toBe(once);
        if (once !== text) expect(once).toMatch(/^(\d{0,3}|\(\d{3}\) \d{1,3}|\(\d{3}\) \d{3}-\d{1,4})$/);
      }),
    );
  });
});

const US = "Please enter a valid 10-digit phone number";
const ABROAD = "Please enter a valid phone number: + and 7 to 15 digits";

test.each([
  ["2125550142", null],
  ["(212) 555-0142", null],
  ["212555014", US],
  ["12125550142", null],
  ["+1 212 555 0142", null],
  ["+1 212 555 01429", US],
  ["+1 212 555 014", US],
  ["+1", US],
  ["22125550142", US],
  ["31612345678", US],
  ["", US],
  ["ten digits?", US],
  ["+31612345678", null],
  ["+44 20 7946 0958", null],
  ["+31 (0)6 1234-5678", null],
  [" +6834567", null],
  ["+683456", ABROAD],
  ["+123456789012345", US],
  ["+323456789012345", null],
  ["+3234567890123456", ABROAD],
  ["+0612345678", ABROAD],
  ["+31 6 1234 ext. 5", ABROAD],
  ["++31612345678", null],
  ["\u202A+47 22 12 34 56\u202C", null],
  ["Tel.: +47 22 12 34 56", null],
  ["\uFF0B４７ ２２１２３４５６", null],
  ["+٩٦٦ ١١ ٤٦٤ ٠٠٠٠", null],
  ["+47\u201122\u201312\u201434\u201056", null],
  ["555-0142 ext. 123", US],
  ["555-0142 #123", US],
  ["1-800-FLOWERS", US],
  ["212 555 0142 +", null],
  ["212 555 01 +42", US],
  ["+", ABROAD],
])("%j: %s", (text, problem) => expect(phoneProblem(text)).toBe(problem));

/** Plays keys into a field as a browser does; `|` marks the caret in texts. */
function play(start: string, ...keys: string[]): string {
  let caret = start.indexOf("|");
  let value = start.replace("|", "");
  for (const key of keys) {
    if (key === "Backspace") {
      if (caret === 0) continue;
      value = value.slice(0, caret - 1) + value.slice(caret);
      ({ value, caret } = editPhone({ value, caret: caret - 1, inputType: "deleteContentBackward" }));
    } else if (key === "Delete") {
      if (caret === value.length) continue;
      value = value.slice(0, caret) + value.slice(caret + 1);
      ({ value, caret } = editPhone({ value, caret, inputType: "deleteContentForward" }));
    } else {
      value = value.slice(0, caret) + key + value.slice(caret);
      const inputType = key.length === 1 ? "insertText" : "insertFromPaste";
      ({ value, caret } = editPhone({ value, caret: caret + key.length, inputType, typed: key }));
    }
  }
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

describe("the caret", () => {
  test.each([
    ["|", [..."2125550142"], "(212) 555-0142|"],
    ["|", [..."1 212 555 0142"], "(212) 555-0142|"],
    ["|", [..."12125550142"], "(212) 555-0142|"],
    ["|", [..."+12125550142"], "(212) 555-0142|"],
    ["|", [..."+1 (212) 555-0142"], "(212) 555-0142|"],
    ["|", [..."+1"], "+1|"],
    ["+1|", ["Backspace"], "+|"],
    ["|(212) 555-0142", ["1"], "|(212) 555-0142"],
    ["(212) 555-0142|", ["9"], "(212) 555-0142|"],
    ["(212) 555-01429|", ["8"], "(212) 555-01429|"],
    ["(212) 555-01429|", ["Backspace"], "(212) 555-0142|"],
    ["(212) 555|-0142", ["9"], "(212) 555|-0142"],
    ["|(212) 555-0142", ["9"], "|(212) 555-0142"],
    ["|", [..."31612345678"], "(316) 123-4567|"],
    ["|", [..."+31612345678"], "+31612345678|"],
    ["|", [..."+44 20 7946-0958"], "+44 20 7946-0958|"],
    ["|", ["+44 20 7946 0958"], "+44 20 7946 0958|"],
    ["|", [..."0047 22 12 34 56"], "0047 22 12 34 56|"],
    ["+31 6| 1234", ["9"], "+31 69| 1234"],
    ["+|31612345678", ["Backspace"], "|(316) 123-45678"],
    ["+|31-6-12-345", ["Backspace"], "|(316) 123-45"],
    ["2|12", ["9"], "(29|1) 2"],
    ["(212) 55|5-014", ["x"], "(212) 55|5-014"],
    ["(212) |555-0142", ["Backspace"], "(21|5) 550-142"],
    ["(212)| 555-0142", ["Delete"], "(212|) 550-142"],
    ["(212) 555-|0142", ["Backspace"], "(212) 55|0-142"],
    ["|(212) 555-0142", ["Delete"], "|(125) 550-142"],
    ["(212) 5|", ["Backspace"], "212|"],
    ["(212) 555-0142|", Array.from({ length: 14 }, () => "Backspace"), "|"],
    ["|", ["+1 (212) 555-0142"], "(212) 555-0142|"],
    ["|", ["1-212-555-0142"], "(212) 555-0142|"],
    ["21|", ["25550142"], "(212) 555-0142|"],
    ["(212) |0142", ["555"], "(212) 555|-0142"],
    ["(212) 555-0142|", ["99"], "(212) 555-014299|"],
  ] as const)("%s, then %j: %s", (start, keys, end) => expect(play(start, ...keys)).toBe(end));

  test("a number that a keyboard suggests takes the place of what it was, as a pasted one does", () => {
    const typed = "+1 212 555 0142";
    const edit = { value: typed, caret: typed.length, inputType: "insertText", typed };
    expect(editPhone(edit)).toEqual({ value: "(212) 555-0142", caret: 14 });
  });

  test("digits typed one by one anywhere stand where they were typed, and the caret behind the last", () => {
    const digit = fc.constantFrom(..."0123456789");
    fc.assert(
      fc.property(
        fc.array(digit, { maxLength: 6 }),
        fc.nat(6),
        fc.array(digit, { maxLength: 4 }),
        (kept, at, typed) => {
          const place = Math.min(at, kept.length);
          const start = play("|", ...kept);
          const value = start.replace("|", "");
          let caret = 0;
          for (let seen = 0; seen < place; caret++) if (/\d/.test(value[caret] ?? "")) seen += 1;
          const end = play(`${value.slice(0, caret)}|${value.slice(caret)}`, ...typed);
          const wanted = [...kept.slice(0, place), ...typed, ...kept.slice(place)].join("");
          const shown = end.replace("|", "");
          // A number that begins with a 0 keeps the marks that it had.
          if (wanted.startsWith("0")) expect(shown.replaceAll(/\D/g, "")).toBe(wanted);
          else expect(shown).toBe(formatPhone(wanted));
          expect(end.split("|")[0]?.replaceAll(/\D/g, "")).toHaveLength(place + typed.length);
        },
      ),
    );
  });

  test("no edit ever leaves the field unformatted or the caret outside", () => {
    const key = fc.oneof(
      fc.constantFrom("Backspace", "Delete", ..."0123456789", "x", "-", " "),
      fc.string({ minLength: 2, maxLength: 14, unit: fc.constantFrom(..."0123456789 ()-+x") }),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const end = play("|", ...keys).replace("|", "");
        expect(end).toBe(formatPhone(end));
      }),
    );
  });
});
