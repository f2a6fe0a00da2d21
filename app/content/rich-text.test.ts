import { expect, test } from "vitest";
import { headingsOf, type RichText } from "./rich-text.ts";

const heading = (text: string, index: number, style = "h2") => ({
  _type: "block",
  _key: String(index),
  style,
  children: [{ _type: "span", _key: "s", text }],
});
const idsOf = (...texts: string[]) =>
  headingsOf(texts.map((text, index) => heading(text, index)) as RichText).map(({ id }) => id);

test.each([
  [
    ["Step", "Step", "Step 2"],
    ["step", "step-2", "step-2-2"],
  ],
  [
    ["Step 2", "Step", "Step"],
    ["step-2", "step", "step-3"],
  ],
  [
    ["Step", "Step 2", "Step", "Step 2", "Step"],
    ["step", "step-2", "step-3", "step-2-2", "step-4"],
  ],
  [
    ["日本", "中国"],
    ["part", "part-2"],
  ],
  [
    ["Content", "Contact"],
    ["content-2", "contact-2"],
  ],
])("headings %j have the ids %j", (texts, ids) => {
  expect(idsOf(...texts)).toEqual(ids);
});

test("a heading without words is none, and a heading 1 is one of the page's second level", () => {
  const text = [heading("", 1), heading(" ", 2, "h3"), heading("Ends", 3, "h1")] as RichText;
  expect(headingsOf(text)).toEqual([{ key: "3", id: "ends", text: "Ends", level: 2 }]);
});
