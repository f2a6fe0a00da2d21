/** A searchable page or section. `more` is searched but not shown. */
export interface Findable {
  path: string;
  kind: string;
  title: string;
  summary: string;
  more: string;
}

/** Maximum length of a search in characters. */
export const MAX_SEARCH = 100;
const MAX_WORDS = 8;
const MAX_RESULTS = 20;

const WEIGHTS = { title: 6, kind: 3, summary: 2, more: 1 } as const;

/** Returns the words in lower case without accents, so that "cafe" finds "café". */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words of three or more letters match by prefix, so that "analyt" finds "analytics". */
function matches(word: string, wanted: string): boolean {
  return word === wanted || (wanted.length >= 3 && word.startsWith(wanted));
}

function score(one: Findable, wanted: readonly string[]): number {
  const fields = Object.entries(WEIGHTS).map(([name, weight]) => ({
    weight,
    words: wordsOf(one[name as keyof typeof WEIGHTS]),
  }));
  let sum = 0;
  for (const word of wanted)
    sum += Math.max(
      0,
      ...fields.map(({ weight, words }) => (words.some((found) => matches(found, word)) ? weight : 0)),
    );
  return sum;
}

function hasAll(one: Findable, wanted: readonly string[]): boolean {
  const words = wordsOf([one.title, one.kind, one.summary, one.more].join(" "));
  return wanted.every((word) => words.some((found) => matches(found, word)));
}

/** Returns at most 20 results, best first: those with all words before the others, then by where the words are. */
export function rank(index: readonly Findable[], search: string): Findable[] {
  const wanted = [...new Set(wordsOf(search.slice(0, MAX_SEARCH)))].slice(0, MAX_WORDS);
  return index
    .map((one) => ({ one, points: score(one, wanted), all: hasAll(one, wanted) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => Number(b.all) - Number(a.all) || b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ one }) => one);
}
