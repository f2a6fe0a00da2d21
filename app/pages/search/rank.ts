import MiniSearch from "minisearch";

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
const prefix = (word: string): boolean => word.length >= 3;

/** One mistake in a word of five letters, two from eight on. Shorter words resemble too many others. */
const mistakes = (word: string): number | false => word.length >= 5 && (word.length >= 8 ? 2 : 1);

/** Returns at most 20 results, best first: those with all words before the others, then by where the words are. */
export type Search = (text: string) => Findable[];

/** Returns the search over `all`. A word that is in no text finds those that resemble it. */
export function createSearch(all: readonly Findable[]): Search {
  const index = new MiniSearch<Findable>({
    idField: "path",
    fields: Object.keys(WEIGHTS),
    tokenize: wordsOf,
    searchOptions: { boost: WEIGHTS, prefix },
  });
  index.addAll(all);
  const byPath = new Map(all.map((one) => [one.path, one]));
  const fuzzy = (word: string) => index.search(word).length === 0 && mistakes(word);

  return (text) => {
    const wanted = [...new Set(wordsOf(text.slice(0, MAX_SEARCH)))].slice(0, MAX_WORDS);
    const found = index.search(wanted.join(" "), { fuzzy });
    return found
      .sort((a, b) => b.queryTerms.length - a.queryTerms.length || b.score - a.score)
      .slice(0, MAX_RESULTS)
      .flatMap(({ id }) => byPath.get(id) ?? []);
  };
}
