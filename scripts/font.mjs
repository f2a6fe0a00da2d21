// Subsets the site's typeface by the ranges of app/layout/fonts.css.
// Run it after a change of the ranges or the typeface: node scripts/font.mjs
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const whole = readFileSync(
  fileURLToPath(
    import.meta.resolve("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2"),
  ),
);
const license = fileURLToPath(import.meta.resolve("@fontsource-variable/instrument-sans/LICENSE"));
const site = fileURLToPath(new URL("../app/layout/", import.meta.url));
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
  const font = await subsetFont(whole, lettersOf(range), { targetFormat: "woff2", keepFeatures: FEATURES });
  writeFileSync(site + file, font);
  console.log(`${file}: ${font.length} bytes`);
}
copyFileSync(license, `${site}fonts/LICENSE`);
