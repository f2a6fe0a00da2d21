import type { LakeDocument } from "../model/document.ts";
import { isJsonObject as isObject } from "../model/json.ts";
import { asNode, evaluate, mapped, nodesOf, parse } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { parseError } from "./parse.ts";

/** No id begins with this. */
const TEXT_OF = "*text:";

/** Returns the prefix that turns an id into a reference to the document's text. @param part skips texts without it */
export const textReference = (part: string): string => `${TEXT_OF}${part}:`;

/** Formatting of portable text. */
const SHAPE = new Set(["style", "listItem", "level", "marks"]);

/** Returns the text of a block: formatting may end in the middle of a word. */
function spansOf(block: Record<string, unknown>): string | undefined {
  if (block["_type"] !== "block" || !Array.isArray(block["children"])) return undefined;
  return block["children"]
    .map((child: unknown) => (isObject(child) && typeof child["text"] === "string" ? child["text"] : " "))
    .join("");
}

const asSearched = (text: string): string => text.replaceAll(/\s+/gu, " ").toLowerCase();

function gather(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(asSearched(value));
  else if (Array.isArray(value)) for (const part of value) gather(part, texts);
  else if (isObject(value)) {
    const spans = spansOf(value);
    if (spans !== undefined) texts.push(asSearched(spans));
    for (const [name, part] of Object.entries(value)) {
      // Ids, types, keys and references are not text.
      if (name.startsWith("_") || (spans !== undefined && SHAPE.has(name))) continue;
      if (spans === undefined || name !== "children") gather(part, texts);
      else
        for (const child of part as unknown[])
          if (isObject(child) && child["_type"] !== "span") gather(child, texts);
    }
  }
}

/** Stored documents are never modified, so results stay valid. */
const known = new WeakMap<LakeDocument, readonly string[]>();

/** Returns every text in a document in lower case, for `@ match text::query(…)`. Do not modify it. */
export function textsOf(document: LakeDocument): readonly string[] {
  let texts = known.get(document);
  if (!texts) {
    const gathered: string[] = [];
    gather(document, gathered);
    texts = gathered;
    known.set(document, texts);
  }
  return texts;
}

/** Resolves a reference made of `textReference` and an id. Returns undefined for any other. */
export function textAt(
  reference: string,
  get: (id: string) => LakeDocument | undefined,
): readonly string[] | undefined {
  if (!reference.startsWith(TEXT_OF)) return undefined;
  const end = reference.lastIndexOf(":"); // no id contains a colon
  const document = get(reference.slice(end + 1));
  const part = reference.slice(TEXT_OF.length, end);
  return document ? textsOf(document).filter((text) => text.includes(part)) : [];
}

/** One search term. */
export interface TextTerm {
  /** A word, a prefix that ends in `*`, or a phrase with single spaces. */
  text: string;
  /** Quoted: the words must be adjacent. */
  isPhrase: boolean;
}

/** A parsed `text::query()`. */
export interface TextQuery {
  /** One match is enough; more matches score higher. */
  wanted: readonly TextTerm[];
  /** None of these may match. */
  excluded: readonly TextTerm[];
}

/** Optional `-`, then a quoted phrase (the closing quote may be missing) or a word. */
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu;

/** Punctuation alone (`&`, `-`, `""`) is no search term. */
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

/*
 * groq-js parses `x match text::query("…")` but cannot evaluate it. Here it becomes a plain `match` for each word, with groq-js's
 * scoring (BM25).
 */

const template = (groq: string): GroqNode => parse(groq, { params: {} });
const MATCH = template("$left match $text");
/** The words match and are adjacent. */
const PHRASE = template(
  "$left match $text && count([...$left, $left][count(string::split(string::lower(@), $lower)) > 1]) > 0",
);
const EXCEPT = template("$wanted && !$excluded");
const NOT = template("!$excluded");
const EITHER = template("$one || $other");
const ANY_DOCUMENT = template(`_id match "*"`);
const WITH_DOCUMENT = template('[...$left, $left, ...({"_ref": $reference + _id}->)]');
const BEGINS = (
  template(`* | score(boost(string::startsWith(string::lower($left) + $end, $lower), 2))`) as Extract<
    GroqNode,
    { type: "PipeFuncCall" }
  >
).args[0] as GroqNode;

const text = (value: string): GroqNode => ({ type: "Value", value });

/** Returns a copy of a template with its parameters filled in. */
function fill(part: GroqNode, parts: Readonly<Record<string, GroqNode>>): GroqNode {
  const copy = (value: unknown): unknown => {
    const node = asNode(value);
    return node?.type === "Parameter" ? (parts[node.name] ?? node) : mapped(node ?? value, copy);
  };
  return copy(part) as GroqNode;
}

/** True for `@` and `[@, …]`, the text of the whole document. */
function isWhole(left: GroqNode): boolean {
  if (left.type === "Group") return isWhole(left.base);
  return left.type === "Array" ? left.elements.some(({ value }) => isWhole(value)) : left.type === "This";
}

/** Returns a string that every matching text contains, to skip most texts early. Empty for several words. */
function partOf({ text: words, isPhrase }: TextTerm): string {
  return isPhrase || /^[\p{L}\p{N}]+\*?$/u.test(words) ? words.replace(/\*$/u, "").toLowerCase() : "";
}

/** @param whole searches the whole document instead of `side` */
function termMatch(side: GroqNode, term: TextTerm, whole: boolean): GroqNode {
  if (whole && term.text === "*") return ANY_DOCUMENT;
  const reference = text(textReference(partOf(term)));
  const left = whole ? fill(WITH_DOCUMENT, { left: side, reference }) : side;
  const parts = { left, text: text(term.text), lower: text(term.text.toLowerCase()) };
  return fill(term.isPhrase ? PHRASE : MATCH, parts);
}

/** Boosts a text that begins with the term. */
function beginning(left: GroqNode, term: TextTerm): GroqNode {
  const start = term.text.toLowerCase();
  // A whole word must end with the first word of the text.
  const end = start.endsWith("*") ? "" : " ";
  return fill(BEGINS, { left, end: text(end), lower: text(start.replace(/\*+$/u, "") + end) });
}

const either = (parts: readonly GroqNode[]): GroqNode | undefined =>
  parts.length === 0 ? undefined : parts.reduce((one, other) => fill(EITHER, { one, other }));

/** Each term costs a search of its own. */
const MAX_TERMS = 64;

/** Limits the rewritten query: each term repeats the left side. */
const MAX_NODES = 200_000;

/** Parses the argument of `text::query(…)`. @throws LakeError 400 if it depends on the document or has too many terms */
function wordsOf(query: string, args: readonly GroqNode[]): ReturnType<typeof parseTextQuery> {
  const refuse = (why: string) => parseError(query, why, query.indexOf("text::query"));
  const [words] = args;
  const fixed = words && [...nodesOf(words)].every(({ type }) => ["Value", "Group", "OpCall"].includes(type));
  if (!fixed) throw refuse("text::query() takes a text or a parameter");
  const value = evaluate(words, { dataset: [] });
  const parsed = parseTextQuery(typeof value === "string" ? value : "");
  if (parsed.wanted.length + parsed.excluded.length > MAX_TERMS)
    throw refuse(`text::query() takes at most ${MAX_TERMS} words and phrases`);
  return parsed;
}

/** Rewrites `left match text::query(args)` to plain GROQ. `scored`: the score counts, too. */
function textMatch(query: string, left: GroqNode, args: readonly GroqNode[], scored: boolean): GroqNode {
  const { wanted, excluded } = wordsOf(query, args);
  const whole = isWhole(left);
  const found = wanted.map((term) => termMatch(left, term, whole));
  const [first] = wanted;
  if (scored && !whole && first && first.text !== "*") found.push(beginning(left, first));
  // In score() an excluded word excludes the document; otherwise a title without it would include it again.
  const unwanted = either(excluded.map((term) => termMatch(left, term, whole || scored)));
  const matched = either(found);
  if (!unwanted) return matched ?? { type: "Value", value: false };
  return matched ? fill(EXCEPT, { wanted: matched, excluded: unwanted }) : fill(NOT, { excluded: unwanted });
}

const textQueryArgs = (node: GroqNode): readonly GroqNode[] | undefined => {
  if (node.type === "Group") return textQueryArgs(node.base);
  return node.type === "FuncCall" && node.namespace === "text" && node.name === "query"
    ? node.args
    : undefined;
};

/** True if the query uses `text::query()`, whose rewriting depends on the parameters. */
export const usesTextQuery = (tree: GroqNode): boolean =>
  [...nodesOf(tree)].some((node) => textQueryArgs(node) !== undefined);

/**
 * Rewrites every `… match text::query(…)` of a query whose parameters are filled in.
 * @throws LakeError 400 `queryParseError`
 */
export function withTextMatches(query: string, tree: GroqNode): GroqNode {
  const rewrite = (value: unknown, scored: boolean): unknown => {
    const node = asNode(value);
    const parts = (isScored: (name: string) => boolean): unknown =>
      mapped(value, (part, name) => rewrite(part, isScored(name)));
    if (!node) return parts(() => scored && Array.isArray(value));
    // groq-js does not score inside brackets: a match there counts 1.
    if (node.type === "Group" && scored) return rewrite(node.base, true);
    if (node.type === "PipeFuncCall" && node.name === "score") return parts((name) => name === "args");
    if (node.type === "And" || node.type === "Or") return parts(() => scored);
    if (node.type === "FuncCall" && node.name === "boost") return parts(() => scored);
    const args = node.type === "OpCall" && node.op === "match" ? textQueryArgs(node.right) : undefined;
    if (node.type !== "OpCall" || !args) return parts(() => false);
    if (usesTextQuery(node.left))
      throw parseError(query, "text::query() cannot look into another", query.indexOf("text::query"));
    return textMatch(query, rewrite(node.left, false) as GroqNode, args, scored);
  };
  const rewritten = rewrite(tree, false) as GroqNode;
  let nodes = 0;
  for (const _ of nodesOf(rewritten)) {
    nodes += 1;
    if (nodes > MAX_NODES)
      throw parseError(query, "text::query() asks for too much", query.indexOf("text::query"));
  }
  return rewritten;
}
