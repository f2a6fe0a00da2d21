import boldExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import boldLatin from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import regularExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff?inline";
import regularLatin from "@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff?inline";
import ranges from "@fontsource/instrument-sans/unicode.json";

const bytes = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");

/** The site's typeface in the two files that it comes in, by weight. */
export const FONTS = {
  regular: { latin: bytes(regularLatin), extended: bytes(regularExtended) },
  bold: { latin: bytes(boldLatin), extended: bytes(boldExtended) },
};

const inRanges = (list: string) => {
  const all = list.split(",").map((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return { first, last };
  });
  return (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return all.some(({ first, last }) => code >= first && code <= last);
  };
};

const isLatin = inRanges(ranges.latin);
const isExtended = inRanges(ranges["latin-ext"]);

export type Part = { text: string; face: "latin" | "extended" };

/** Returns a text in parts of one file of the typeface each; null when it has letters that neither has. */
export function partsOf(text: string): Part[] | null {
  const parts: Part[] = [];
  for (const character of text.normalize("NFC").replaceAll(/\s+/g, " ")) {
    const face = isLatin(character) ? "latin" : isExtended(character) ? "extended" : null;
    if (!face) return null;
    const last = parts.at(-1);
    if (last?.face === face) last.text += character;
    else parts.push({ text: character, face });
  }
  return parts;
}
