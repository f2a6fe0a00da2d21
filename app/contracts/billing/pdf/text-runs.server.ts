import bidiFactory from "bidi-js";
import { hasGlyph, type Typeface } from "../../../platform/typefaces.server.ts";

/** Text of one typeface and one direction. */
export interface Run {
  text: string;
  typeface: Typeface;
}

const bidi = bidiFactory();

/** The site's own, and what has the letters that it lacks. */
const TYPEFACES = ["instrument-sans", "noto", "hebrew", "arabic"] as const;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Returns whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Joiners stay, because they shape letters; nothing else that cannot be seen has a place on paper. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const JOINER = /[\u200C\u200D]/;

/** Returns a text as it is drawn: one line, composed, without what cannot be seen. */
export const clean = (text: string): string =>
  text.toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ").replaceAll(INVISIBLE, "");

/**
 * Returns the typeface of each character, null when a character is in none. One typeface has all Latin letters of a text: an
 * unusual one does not stand out of its word.
 */
function typefacesOf(characters: readonly string[]): Typeface[] | null {
  const isPlain = characters.every(
    (character) => RIGHT_TO_LEFT.test(character) || hasGlyph(TYPEFACES[0], character),
  );
  const order: readonly Typeface[] = isPlain ? TYPEFACES : ["noto", ...TYPEFACES];
  const found: Typeface[] = [];
  for (const character of characters) {
    const last = found.at(-1);
    const stays = last && (JOINER.test(character) || (character === " " && hasGlyph(last, character)));
    const typeface = stays ? last : order.find((one) => JOINER.test(character) || hasGlyph(one, character));
    if (!typeface) return null;
    found.push(typeface);
  }
  return found;
}

/** Returns whether every character of a text, once clean, is in a typeface. */
export const canDraw = (text: string): boolean => typefacesOf([...clean(text)]) !== null;

/**
 * Returns one clean line as runs in the order in which they stand, from left to right; null when it has a character that no
 * typeface has. fontkit turns the letters of a Hebrew or Arabic run around by itself.
 */
export function runsOf(line: string): Run[] | null {
  const characters = [...line];
  const typefaces = typefacesOf(characters);
  if (!typefaces) return null;
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const runs: (Run & { level: number })[] = [];
  let index = 0;
  characters.forEach((character, position) => {
    const [typeface = TYPEFACES[0], level = 0] = [typefaces[position], levels[index]];
    index += character.length;
    const last = runs.at(-1);
    if (last?.typeface === typeface && last.level === level) last.text += character;
    else runs.push({ text: character, typeface, level });
  });
  return inVisualOrder(runs).map(({ text, typeface, level }) => ({
    typeface,
    text: level % 2 === 1 && !RIGHT_TO_LEFT.test(text) ? mirrored(text) : text,
  }));
}

/** Reverses every sequence of runs of a level or higher, from the highest down to 1 (Unicode, UAX 9, rule L2). */
function inVisualOrder<Leveled extends { level: number }>(runs: Leveled[]): Leveled[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while ((order[to]?.level ?? 0) >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = to;
    }
  return order;
}

/** Signs between right-to-left words: the last comes first, and brackets face the other way. */
const mirrored = (text: string): string =>
  [...text]
    .toReversed()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join("");
