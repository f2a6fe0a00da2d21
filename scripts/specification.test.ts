import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/run.mjs";

// docs/specification.md says what the given specification says, line by line, or names the decision by which it departs.

const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Where the given one lies beside the checkout. */
const GIVEN = "../shared/spec/specification.md";

const MARK = / \(\[decided\]\(decisions\.md#(?<anchor>[\w-]+)\)\)/g;

/** Returns the lines of a document that say something, tables without their padding. */
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s*\|\s*/g, "|"))
    .filter((line) => line !== "" && !line.startsWith(">") && !/^\|[-|]+$/.test(line));

const sentencesOf = (line: string): string[] => line.split(/(?<=[.;]) /);
const numbersOf = (line: string): string[] => line.match(/\d+(?:\.\d+)?/g) ?? [];
const withoutMarks = (text: string): string => text.replaceAll(MARK, "");

/** Returns what is wrong with a line of ours, beside the given one: unmarked sentences, and numbers that it lacks. */
function departures(ours: string, given: string): string[] {
  if (withoutMarks(ours) === given) return [];
  const known = new Set(sentencesOf(given));
  const unmarked = sentencesOf(ours).filter(
    (sentence) => withoutMarks(sentence) === sentence && !known.has(sentence),
  );
  const kept = new Set(numbersOf(ours));
  const lost = numbersOf(given).filter((number) => !kept.has(number));
  const isSilent = withoutMarks(ours) === ours;
  return [
    ...unmarked.map((sentence) => `not as given, and names no decision: ${sentence}`),
    ...lost.map((number) => `lacks ${number}: ${given}`),
    ...(isSilent && unmarked.length === 0 ? [`leaves something out, and names no decision: ${given}`] : []),
  ];
}

test("every mark names a section of the decisions", () => {
  const titles = Array.from(
    read("docs/decisions.md").matchAll(/^## (?<title>.*)$/gm),
    ([, title = ""]) => title,
  );
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-");
  const sections = new Set(titles.map(anchorOf));
  const marks = Array.from(read("docs/specification.md").matchAll(MARK), ({ groups }) => groups?.["anchor"]);
  expect(marks.length).toBeGreaterThan(20);
  expect(marks.filter((anchor = "") => !sections.has(anchor))).toEqual([]);
});

test.skipIf(!existsSync(join(root, GIVEN)))(
  "each line is as given, or names the decision by which it departs",
  () => {
    const [ours, given] = [linesOf(read("docs/specification.md")), linesOf(read(GIVEN))];
    const found = given.flatMap((line, index) => departures(ours[index] ?? "", line));
    expect(found).toEqual([]);
    expect(ours).toHaveLength(given.length);
  },
);

test.each([
  ["as given", "Shown 5 seconds after load. Once.", []],
  ["with a decision", "Shown 5 seconds after load ([decided](decisions.md#a)). Once.", []],
  ["another sentence with a decision", "Shown 5 seconds after load. Often ([decided](decisions.md#a)).", []],
  ["another sentence", "Shown 5 seconds after load. Often.", ["not as given, and names no decision: Often."]],
  [
    "another number with a decision",
    "Shown 6 seconds after load ([decided](decisions.md#a)). Once.",
    ["lacks 5: Shown 5 seconds after load. Once."],
  ],
  [
    "less",
    "Shown 5 seconds after load.",
    ["leaves something out, and names no decision: Shown 5 seconds after load. Once."],
  ],
])("%s", (_case, ours, found) =>
  expect(departures(ours, "Shown 5 seconds after load. Once.")).toEqual(found),
);
