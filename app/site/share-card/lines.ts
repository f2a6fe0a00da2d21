export interface Setting {
  lines: string[];
  /** Of the letters, in pixels. */
  size: number;
}

interface Space {
  /** Width of a line, in pixels. */
  width: number;
  /** Of a text of that size, in pixels. */
  measure: (text: string, size: number) => number;
}

/** Sizes in pixels, each with how many lines of it there is room for. */
const SIZES: readonly [size: number, lines: number][] = [
  [84, 2],
  [72, 3],
  [60, 4],
  [50, 5],
];

/** A word wider than a line, in pieces that are not. */
function pieces(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (part && !fits(part + character)) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

function wrap(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((one) => (fits(one) ? [one] : pieces(one, fits)))) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** As large as there is room for; what is too long even in the smallest size ends in an ellipsis. */
export function setLines(text: string, { width, measure }: Space): Setting {
  let setting: Setting = { lines: [], size: 0 };
  for (const [size, most] of SIZES) {
    const fits = (line: string) => measure(line, size) <= width;
    const lines = wrap(text, fits);
    if (lines.length <= most) return { lines, size };
    setting = { lines: cut(lines.slice(0, most), fits), size };
  }
  return setting;
}

function cut(lines: string[], fits: (text: string) => boolean): string[] {
  let last = lines.at(-1) ?? "";
  while (last && !fits(`${last}…`)) last = last.slice(0, -1);
  return [...lines.slice(0, -1), `${last.trimEnd()}…`];
}
