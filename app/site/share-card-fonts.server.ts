import figtreeExtended from "@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline";
import figtreeLatin from "@fontsource/figtree/files/figtree-latin-600-normal.woff?inline";
import instrumentExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import instrumentLatin from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import ranges from "@fontsource/instrument-sans/unicode.json";
import serifExtended from "@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff?inline";
import serifLatin from "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline";
import type { Font } from "satori";
import type { FontName } from "../model/look.ts";

const font = (name: string, dataUrl: string): Font => ({
  name,
  data: Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
  weight: 600,
});

/** Every typeface that an owner can choose in a fixed weight, because satori cannot read variable fonts. */
const FACES: Readonly<Record<FontName, readonly Font[]>> = {
  "instrument-sans": [
    font("Instrument Latin", instrumentLatin),
    font("Instrument Extended", instrumentExtended),
  ],
  figtree: [font("Figtree Latin", figtreeLatin), font("Figtree Extended", figtreeExtended)],
  "source-serif": [font("Serif Latin", serifLatin), font("Serif Extended", serifExtended)],
};

/** Returns the faces of a typeface, and behind them the site's own for letters that it lacks. */
export function fontsOf(name: FontName): { fonts: Font[]; family: string } {
  const fonts = [...new Set([...FACES[name], ...FACES["instrument-sans"]])];
  return { fonts, family: fonts.map((face) => face.name).join(", ") };
}

const RANGES = [ranges.latin, ranges["latin-ext"]].flatMap((list) =>
  list.split(",").map((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return { first, last };
  }),
);

function hasGlyph(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return !/\p{C}/u.test(character) && RANGES.some(({ first, last }) => code >= first && code <= last);
}

/** Returns the text with only the characters of the typefaces; empty when fewer than nine of ten letters are left. */
export function drawable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const letters = [...plain].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const drawn = letters.filter(hasGlyph);
  if (letters.length === 0 || drawn.length < letters.length * 0.9) return "";
  return [...plain].filter(hasGlyph).join("").replaceAll(/\s+/g, " ").trim();
}
