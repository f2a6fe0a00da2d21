import { describe, expect, test } from "vitest";
import { makeMark, readMark } from "./marks.server.ts";
import { HONEYPOT, MARK } from "./trap-names.ts";
import { createTrap } from "./trap.server.ts";

const SECRET = "a secret of sixteen or more";
const NOW = new Date("2026-11-21T15:04:05.678Z");
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

const after = (ms: number) => new Date(NOW.getTime() + ms);
const formWith = (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const judge = (fields: Record<string, string | Blob>, ms: number) =>
  createTrap(SECRET, () => NOW.getTime() + ms)(formWith(fields));

describe("a mark", () => {
  test("of a page is the same all day, and says only the day", () => {
    const mark = makeMark(SECRET, "page", NOW);
    expect(makeMark(SECRET, "page", new Date("2026-11-21T00:00:00Z"))).toBe(mark);
    expect(readMark(SECRET, mark)).toEqual({ kind: "page", at: Date.UTC(2026, 10, 21) });
    expect(makeMark(SECRET, "page", after(DAY))).not.toBe(mark);
  });

  test("of a begun form says the moment", () => {
    expect(readMark(SECRET, makeMark(SECRET, "begun", NOW))).toEqual({ kind: "begun", at: NOW.getTime() });
  });

  test.each([
    ["nothing", ""],
    ["another site's", makeMark("another secret", "begun", NOW)],
    ["one that was made older", makeMark(SECRET, "begun", NOW).replace("begun-", "begun-1")],
    ["a page's that pretends to be a form's", makeMark(SECRET, "page", NOW).replace("page", "begun")],
    ["a seal with letters that are no letters", makeMark(SECRET, "page", NOW).slice(0, -1).concat("é")],
    ["one that is too long", makeMark(SECRET, "page", NOW).concat("A")],
  ])("that is %s is none", (_name, mark) => expect(readMark(SECRET, mark)).toBeNull());
});

describe("the trap", () => {
  const page = makeMark(SECRET, "page", NOW);
  const begun = makeMark(SECRET, "begun", NOW);

  test.each<[string, Record<string, string | Blob>, number, string | null]>([
    ["a person with scripts", { [MARK]: begun, [HONEYPOT]: "" }, 9 * SECOND, null],
    ["a person without scripts", { [MARK]: page, [HONEYPOT]: "" }, 0, null],
    ["a form begun a month ago", { [MARK]: begun, [HONEYPOT]: "" }, 30 * DAY, null],
    ["a text browser that leaves empty fields out", { [MARK]: page }, SECOND, null],
    [
      "a filled hidden field",
      { [MARK]: begun, [HONEYPOT]: "https://spam.example" },
      9 * SECOND,
      "hidden-field",
    ],
    [
      "a file in the hidden field",
      { [MARK]: begun, [HONEYPOT]: new Blob(["x"]) },
      9 * SECOND,
      "hidden-field",
    ],
    ["no mark", { [HONEYPOT]: "" }, 9 * SECOND, "no-mark"],
    ["a file for a mark", { [MARK]: new Blob([begun]) }, 9 * SECOND, "no-mark"],
    ["half a second", { [MARK]: begun }, 0.5 * SECOND, "too-quick"],
    ["a mark of last season", { [MARK]: page }, 90 * DAY, "old-mark"],
  ])("%s", (_name, fields, ms, suspicion) => expect(judge(fields, ms)).toBe(suspicion));

  test("takes its fields out of the form, and nothing else", () => {
    const form = formWith({ name: "Ada", [MARK]: begun, [HONEYPOT]: "x" });
    createTrap(SECRET)(form);
    expect([...form]).toEqual([["name", "Ada"]]);
  });
});
