// Subsets the site's typefaces by the ranges of app/site/fonts.css.
// Run it after a change of the ranges or the typefaces: node scripts/font.mjs
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** The whole typefaces, by the name of their files in app/site/fonts/. */
const FAMILIES = {
  "instrument-sans": import.meta
    .resolve("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2"),
  figtree: import.meta.resolve("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"),
  "source-serif": import.meta
    .resolve("@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2"),
};

const site = fileURLToPath(new URL("../app/site/", import.meta.url));
const FACE = /url\("(?<file>[^"]+)"\)[^}]*unicode-range:\s*(?<range>[^;]+);/g;

/** The features that the style sheets use: kerning, mark positioning, ligatures, tabular figures. */
const FEATURES = ["kern", "mark", "ccmp", "liga", "tnum"];

/** @param {string} range code points as CSS writes them: `U+20-3B, U+A0` */
function lettersOf(range) {
  return range
    .split(/,\s*/)
    .map((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
        "",
      );
    })
    .join("");
}

for (const { groups } of readFileSync(`${site}fonts.css`, "utf8").matchAll(FACE)) {
  const { file = "", range = "" } = groups ?? {};
  const family = /** @type {keyof typeof FAMILIES} */ (file.replaceAll(/^.*\/|-(?:core|rest)\.woff2$/g, ""));
  const font = await subsetFont(readFileSync(fileURLToPath(FAMILIES[family])), lettersOf(range), {
    targetFormat: "woff2",
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  writeFileSync(site + file, font);
  console.log(`${file}: ${font.length} bytes`);
}
for (const [name, file] of Object.entries(FAMILIES))
  copyFileSync(fileURLToPath(new URL("../LICENSE", file)), `${site}fonts/LICENSE-${name}`);
