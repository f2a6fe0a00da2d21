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

const cores = faces.filter(({ path }) => path.endsWith("-core.woff2"));
const FAMILIES = ["figtree", "instrument-sans", "source-serif"];

test.each(FAMILIES)(
  "%s: the file that is preloaded has every letter that its range claims and figures of one width",
  (family) => {
    const core = cores.find(({ path }) => path.endsWith(`/${family}-core.woff2`));
    const font = create(readFileSync(core?.path ?? ""));
    if (!("layout" in font)) throw new Error("More than one font.");
    expect(core?.letters.filter((letter) => !font.hasGlyphForCodePoint(letter))).toEqual([]);
    expect(font.availableFeatures).toContain("kern");
    const figures = font.layout("0123456789", ["tnum"]).glyphs.map(({ advanceWidth }) => advanceWidth);
    expect(new Set(figures).size).toBe(1);
    // Sent with the style sheet in the first round trips, before anything else is requested.
    expect(statSync(core?.path ?? "").size).toBeLessThan(21_000);
  },
);

test("the site's own typeface joins letters", () => {
  const font = create(readFileSync(`${here}fonts/instrument-sans-core.woff2`));
  if (!("layout" in font)) throw new Error("More than one font.");
  expect(font.availableFeatures).toContain("liga");
  expect(font.layout("fi").glyphs).toHaveLength(1);
});

test("no letter is in both files of a typeface", () => {
  expect(faces).toHaveLength(2 * FAMILIES.length);
  for (const family of FAMILIES) {
    const own = faces.filter(({ path }) => path.includes(`/${family}-`));
    const letters = own.flatMap((face) => face.letters);
    expect(own).toHaveLength(2);
    expect(new Set(letters).size).toBe(letters.length);
  }
});
