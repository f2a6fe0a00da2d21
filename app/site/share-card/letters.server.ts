import extended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import latin from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import { create, type Font } from "fontkit";

let opened: readonly Font[] | undefined;

/** The site's own typeface, Latin first, what it lacks from the extension: fixed weights, for the reader knows no variable ones. */
function fonts(): readonly Font[] {
  opened ??= [latin, extended].map(
    (dataUrl) => create(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64")) as Font,
  );
  return opened;
}

function fontFor(character: string): Font | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  return fonts().find((font) => font.hasGlyphForCodePoint(codePoint));
}

/** Neighbouring characters that one font draws, together: so kerning and ligatures hold between them. */
function runsOf(text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const character of text) {
    const font = fontFor(character);
    const last = runs.at(-1);
    if (!font) continue;
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** The text with only what the typeface can draw; empty when that is not nearly all of it. */
export function drawable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const letters = [...plain].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const drawn = letters.filter((character) => fontFor(character));
  if (letters.length === 0 || drawn.length < letters.length * 0.9) return "";
  return [...plain]
    .filter((character) => fontFor(character))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Width of one line in pixels, as `outline` draws it. */
export function widthOf(text: string, size: number, tracking: number): number {
  let width = 0;
  for (const { font, text: run } of runsOf(text)) {
    const { positions } = font.layout(run);
    for (const { xAdvance } of positions) width += (xAdvance * size) / font.unitsPerEm + tracking;
  }
  return width;
}

/** One line of text as path data for SVG, from the left end of its base line. `size` and `tracking` (between letters) in pixels. */
export function outline(text: string, size: number, tracking: number): string {
  let x = 0;
  const paths: string[] = [];
  for (const { font, text: run } of runsOf(text)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      paths.push(
        glyph.path
          .scale(scale, -scale)
          .translate(x + xOffset * scale, 0)
          .toSVG(),
      );
      x += xAdvance * scale + tracking;
    }
  }
  return paths.join("");
}
