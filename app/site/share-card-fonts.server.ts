import type { Font } from "satori";
import type { FontName } from "../model/look.ts";

/** What has the letters that the owner's typeface lacks, in this order. */
const OTHERS = ["instrument-sans", "noto"] as const;

/** Satori does not shape letters, which Devanagari needs. */
const UNDRAWN = /[\p{C}\p{Script=Devanagari}]/u;

/** fontkit, which reads the typefaces, takes a tenth of a second to load. */
const typefaces = () => import("../platform/typefaces.server.ts");

/** Returns a typeface that an owner can choose, and behind it those for letters that it lacks. */
export async function fontsOf(name: FontName): Promise<{ fonts: Font[]; family: string }> {
  const { fontFile } = await typefaces();
  const names = [...new Set([name, ...OTHERS])];
  const fonts = names.map((own) => ({ name: own, data: fontFile(own, "bold"), weight: 600 as const }));
  return { fonts, family: names.join(", ") };
}

/** Returns the text with only the characters of the typefaces; empty when fewer than nine of ten letters are left. */
export async function drawable(text: string): Promise<string> {
  const { hasGlyph } = await typefaces();
  const isDrawn = (character: string) =>
    !UNDRAWN.test(character) && OTHERS.some((typeface) => hasGlyph(typeface, character));
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const letters = [...plain].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const drawn = letters.filter(isDrawn);
  if (letters.length === 0 || drawn.length < letters.length * 0.9) return "";
  return [...plain].filter(isDrawn).join("").replaceAll(/\s+/g, " ").trim();
}
