/** One thing to look for. */
export interface TextTerm {
  /** A word; with `*` at its end, the beginning of one; or the words of a phrase, one space between them. */
  text: string;
  /** From between quotes: the words have to follow each other. */
  isPhrase: boolean;
}

/** What `text::query()` says, in order. */
export interface TextQuery {
  /** One of these is enough; the more of them, the higher the score. */
  wanted: readonly TextTerm[];
  /** None of these may be there. */
  excluded: readonly TextTerm[];
}

/** `-` before it, then a quoted text (a forgotten quote at the end is forgiven) or what stands up to the next space. */
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu;

/** Marks alone (`&`, `-`, `""`) are nothing that can be found. */
const SOMETHING = /[\p{L}\p{N}\p{S}*]/u;

/** Parses the text of `text::query()`: `word`, `begin*`, `"a phrase"`, `-excluded`, as Sanity documents them. */
export function parseTextQuery(text: string): TextQuery {
  const wanted: TextTerm[] = [];
  const excluded: TextTerm[] = [];
  for (const { groups } of text.matchAll(TERM)) {
    const phrase = groups?.["phrase"]?.replaceAll("*", "").replaceAll(/\s+/gu, " ").trim();
    const term: TextTerm = { text: phrase ?? groups?.["word"] ?? "", isPhrase: phrase !== undefined };
    if (SOMETHING.test(term.text)) (groups?.["minus"] ? excluded : wanted).push(term);
  }
  return { wanted, excluded };
}
