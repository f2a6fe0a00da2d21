import { expect, test } from "vitest";
import { setLines } from "./lines.ts";

/** Letters half as wide as they are high. */
const space = { width: 840, measure: (text: string, size: number) => (text.length * size) / 2 };

test("a short title is set large, a longer one smaller and on more lines", () => {
  expect(setLines("A small firm", space)).toEqual({ lines: ["A small firm"], size: 84 });
  const longer = setLines("Websites, data and machine learning for careful companies", space);
  expect(longer.size).toBeLessThan(84);
  expect(longer.lines.join(" ")).toBe("Websites, data and machine learning for careful companies");
});

test("no line is wider than there is room for, be it one endless word", () => {
  for (const text of ["W".repeat(300), "many words ".repeat(60).trim(), `short ${"x".repeat(100)} end`]) {
    const { lines, size } = setLines(text, space);
    expect(lines.length).toBeLessThanOrEqual(5);
    for (const line of lines) expect(space.measure(line, size)).toBeLessThanOrEqual(space.width);
  }
});

test("what does not fit at all ends in an ellipsis", () => {
  expect(setLines("many words ".repeat(60).trim(), space).lines.at(-1)).toMatch(/\S…$/);
  expect(setLines("", space).lines).toEqual([""]);
});
