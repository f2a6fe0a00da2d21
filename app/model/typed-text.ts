import { LONG_TEXT } from "./text-lengths.ts";

/** Unicode's own list of what is never seen (`\p{Cf}` and variation selectors among it), without joiners; and annotation marks. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

const IN_WORD = String.raw`(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
/**
 * Joiners: those that shape a word are captured with what stands before them: between letters of scripts that use them or
 * between pictures (Persian, Devanagari, emoji), and behind a vowel sign, where a word may end with one (Malayalam).
 */
const JOINERS = new RegExp(
  String.raw`(${IN_WORD})([\u200C\u200D])[\u200C\u200D]*(?=${IN_WORD})|((?!\p{sc=Zinh})\p{M})([\u200C\u200D])[\u200C\u200D]*|[\u200C\u200D]+`,
  "gu",
);

const visible = (text: string): string => text.replaceAll(INVISIBLE, "").replaceAll(JOINERS, "$1$2$3$4");

/**
 * Control characters, the line and paragraph separators that word processors copy (browsers show those as line breaks, too), and the
 * empty pattern of Braille.
 */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu;

/** A text of more characters is too long for every field, and is left to be refused for that. */
const MAX_CLEANED = 2 * LONG_TEXT;

/** Returns what was typed into one line: without characters that nobody sees, control characters and line separators as spaces, trimmed. */
export const oneLine = (text: string): string =>
  text.length > MAX_CLEANED ? text.trim() : visible(text.replaceAll(BREAKS, " ")).trim();

/**
 * Returns the text with LF line breaks, as browsers post CRLF but count one character; drops control characters other than
 * tabs. Empty where nothing of it is seen.
 */
export function manyLines(text: string): string {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return oneLine(lines) === "" ? "" : lines;
}

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** What digits were found to be; there are some 700. */
const digitValues = new Map<string, string>();

/** Every script's digits stand together, from its zero on. */
function digitValue(digit: string): string {
  const known = digitValues.get(digit);
  if (known) return known;
  const codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(codePoint - before - 1)) before++;
  const value = String(before % 10);
  digitValues.set(digit, value);
  return value;
}

/** Returns the text with the digits of other scripts as 0 to 9, and hyphens and dashes (U+2010 to U+2015, minus) as `-`. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/(?!\d)\p{Nd}/gu, digitValue).replaceAll(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, "-");
