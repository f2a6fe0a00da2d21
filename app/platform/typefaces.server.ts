import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

// Import it only where it is used: fontkit takes a tenth of a second to load.

const require = createRequire(import.meta.url);

/** Whole typefaces in fixed weights, as satori and pdfkit need them. Not compressed: fontkit inflates a WOFF in JavaScript. */
const FILES = {
  "instrument-sans": {
    regular: require.resolve("@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf"),
  },
  figtree: {
    regular: require.resolve("@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf"),
  },
  "source-serif": {
    regular: require.resolve("@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf"),
  },
  /** Latin with Vietnamese, Greek, Cyrillic, Devanagari. */
  noto: {
    regular: require.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf"),
  },
  hebrew: {
    regular: require.resolve("@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf"),
  },
  arabic: {
    regular: require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
    bold: require.resolve("@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf"),
  },
} as const;

export type Typeface = keyof typeof FILES;
export type Weight = "regular" | "bold";

const files = new Map<string, Buffer>();
const fonts = new Map<Buffer, Font>();

/** Returns the file of a typeface, which is read once. */
export function fontFile(typeface: Typeface, weight: Weight): Buffer {
  const path = FILES[typeface][weight];
  const file = files.get(path) ?? readFileSync(path);
  files.set(path, file);
  return file;
}

/** The part of fontkit that places marks on letters, which its types do not have. */
interface MarkPlacer {
  applyAnchor(this: MarkPlacer, mark: unknown, anchor: unknown, base: number): void;
}

let isMended = false;

/** A letter may have no place for a mark (in OpenType its anchor may be NULL), where fontkit throws. */
function mendMarks(font: Font): void {
  if (isMended) return;
  // Of a copy, because an engine that the typeface kept would know for which letters it is used.
  const { _layoutEngine: layout } = Object.create(font) as {
    _layoutEngine: { engine?: { GPOSProcessor?: MarkPlacer | null } };
  };
  const placer = layout.engine?.GPOSProcessor;
  if (!placer) return;
  const shared = Object.getPrototypeOf(placer) as MarkPlacer;
  const { applyAnchor } = shared;
  shared.applyAnchor = function place(mark, anchor, base) {
    if (anchor) applyAnchor.call(this, mark, anchor, base);
  };
  isMended = true;
}

/** Returns a typeface, which is parsed once: parsing costs more than all else that a PDF file takes. */
export function openFont(typeface: Typeface, weight: Weight): Font {
  const file = fontFile(typeface, weight);
  const font = fonts.get(file) ?? create(file);
  if (!("layout" in font)) throw new TypeError(`${typeface} is more than one font.`);
  mendMarks(font);
  fonts.set(file, font);
  return font;
}

/** Asks the typeface itself; lists of ranges that come with packages name letters that it lacks. */
export const hasGlyph = (typeface: Typeface, character: string): boolean =>
  openFont(typeface, "regular").hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
