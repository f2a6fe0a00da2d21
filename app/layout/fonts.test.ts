import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const FACE = /url\("(?<file>[^"]+)"\)[^}]*unicode-range:\s*(?<range>[^;]+);/g;

const faces = [...readFileSync(`${here}fonts.css`, "utf8").matchAll(FACE)].map(({ groups }) => ({
  path: here + (groups?.file ?? ""),
  letters: (groups?.range ?? "").split(/,\s*/).flatMap((part) => {
    const [first = 0, last = first] = part
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }),
}));

test("the file that is preloaded has every letter that its range claims, ligatures and figures of one width", () => {
  const [core] = faces;
  const font = create(readFileSync(core?.path ?? ""));
  if (!("hasGlyphForCodePoint" in font)) throw new Error("More than one font.");
  expect(core?.letters.filter((letter) => !font.hasGlyphForCodePoint(letter))).toEqual([]);
  expect(font.availableFeatures).toEqual(expect.arrayContaining(["kern", "liga", "tnum"]));
  expect(font.layout("fi").glyphs).toHaveLength(1);
  // Sent with the style sheet in the first round trips, before anything else is requested.
  expect(statSync(core?.path ?? "").size).toBeLessThan(20_000);
});

test("no letter is in both files", () => {
  expect(faces).toHaveLength(2);
  const letters = faces.flatMap((face) => face.letters);
  expect(new Set(letters).size).toBe(letters.length);
});
