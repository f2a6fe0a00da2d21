import extended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import latin from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import ranges from "@fontsource/instrument-sans/unicode.json";
import type { Font } from "satori";

const font = (name: string, dataUrl: string): Font => ({
  name,
  data: Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
  weight: 600,
});

/** The site's typeface in fixed weights, because satori cannot read variable fonts. */
export const FONTS = [font("Latin", latin), font("Latin Extended", extended)];
export const FONT_FAMILY = "Latin, Latin Extended";

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

/** Returns the text with only the characters of the typeface; empty when fewer than nine of ten letters are left. */
export function drawable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const letters = [...plain].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const drawn = letters.filter(hasGlyph);
  if (letters.length === 0 || drawn.length < letters.length * 0.9) return "";
  return [...plain].filter(hasGlyph).join("").replaceAll(/\s+/g, " ").trim();
}
