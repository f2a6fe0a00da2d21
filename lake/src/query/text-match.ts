import { textReference } from "./document-text.ts";
import { evaluate, parse } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { parseError } from "./parse.ts";
import { parseTextQuery } from "./text-query.ts";
import type { TextTerm } from "./text-query.ts";
import { isNode, nodesOf } from "./tree.ts";

/*
 * groq-js parses `x match text::query("…")` and cannot evaluate it. It is said here in GROQ that groq-js can: a plain
 * `match` for each word, so that its scoring (BM25) holds too.
 */

const template = (groq: string): GroqNode => parse(groq, { params: {} });
const MATCH = template("$left match $text");
/** Both words there, and there in one piece. */
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

/** A copy of a template with its parameters filled in. */
function fill(part: GroqNode, parts: Readonly<Record<string, GroqNode>>): GroqNode {
  const copy = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    if (isNode(value) && value.type === "Parameter") return parts[value.name] ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]));
  };
  return copy(part) as GroqNode;
}

/** True for `@` and `[@, …]`: the text of the whole document. */
function isWhole(left: GroqNode): boolean {
  if (left.type === "Group") return isWhole(left.base);
  return left.type === "Array" ? left.elements.some(({ value }) => isWhole(value)) : left.type === "This";
}

/** What a text that has the term holds somewhere: most need not be looked at more closely. Empty for several words. */
function partOf({ text: words, isPhrase }: TextTerm): string {
  return isPhrase || /^[\p{L}\p{N}]+\*?$/u.test(words) ? words.replace(/\*$/u, "").toLowerCase() : "";
}

/** @param whole looks into the whole document, whatever `side` reads */
function termMatch(side: GroqNode, term: TextTerm, whole: boolean): GroqNode {
  if (whole && term.text === "*") return ANY_DOCUMENT;
  const reference = text(textReference(partOf(term)));
  const left = whole ? fill(WITH_DOCUMENT, { left: side, reference }) : side;
  const parts = { left, text: text(term.text), lower: text(term.text.toLowerCase()) };
  return fill(term.isPhrase ? PHRASE : MATCH, parts);
}

/** Scores a text that begins with what was typed above those that hold it further on. */
function beginning(left: GroqNode, term: TextTerm): GroqNode {
  const start = term.text.toLowerCase();
  // A whole word has to end where the text's first word does.
  const end = start.endsWith("*") ? "" : " ";
  return fill(BEGINS, { left, end: text(end), lower: text(start.replace(/\*+$/u, "") + end) });
}

const either = (parts: readonly GroqNode[]): GroqNode | undefined =>
  parts.length === 0 ? undefined : parts.reduce((one, other) => fill(EITHER, { one, other }));

/** Words in one text query: each costs a search of its own. */
const MOST_TERMS = 64;

/** Parts of a rewritten query: each word repeats the whole left side. */
const MOST_NODES = 200_000;

/** What stands in `text::query(…)`. @throws LakeError 400 for what depends on the document, and for far too many words */
function wordsOf(query: string, args: readonly GroqNode[]): ReturnType<typeof parseTextQuery> {
  const refuse = (why: string) => parseError(query, why, query.indexOf("text::query"));
  const [words] = args;
  const fixed = words && [...nodesOf(words)].every(({ type }) => ["Value", "Group", "OpCall"].includes(type));
  if (!fixed) throw refuse("text::query() takes a text or a parameter");
  const value = evaluate(words, { dataset: [] });
  const parsed = parseTextQuery(typeof value === "string" ? value : "");
  if (parsed.wanted.length + parsed.excluded.length > MOST_TERMS)
    throw refuse(`text::query() takes at most ${MOST_TERMS} words and phrases`);
  return parsed;
}

/** `left match text::query(args)` in plain GROQ; `scored` where its score counts, not only whether it holds. */
function textMatch(query: string, left: GroqNode, args: readonly GroqNode[], scored: boolean): GroqNode {
  const { wanted, excluded } = wordsOf(query, args);
  const whole = isWhole(left);
  const found = wanted.map((term) => termMatch(left, term, whole));
  const [first] = wanted;
  if (scored && !whole && first && first.text !== "*") found.push(beginning(left, first));
  // In score() an excluded word rules out the document: else a title without it would bring back what the rest excludes.
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

/** True if the query asks `text::query()`, so that its parameters decide how it is evaluated. */
export const usesTextQuery = (tree: GroqNode): boolean =>
  [...nodesOf(tree)].some((node) => textQueryArgs(node) !== undefined);

/**
 * Rewrites every `… match text::query(…)` of a query whose parameters are filled in.
 * @throws LakeError 400 `queryParseError`
 */
export function withTextMatches(query: string, tree: GroqNode): GroqNode {
  const rewrite = (value: unknown, scored: boolean): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((part) => rewrite(part, scored));
    if (!isNode(value)) return map(value, () => false);
    if (value.type === "Value") return value;
    // Brackets end the scoring in groq-js: what is in them would count 1, however well it matches.
    if (value.type === "Group" && scored) return rewrite(value.base, true);
    if (value.type === "PipeFuncCall" && value.name === "score") return map(value, (name) => name === "args");
    if (value.type === "And" || value.type === "Or") return map(value, () => scored);
    if (value.type === "FuncCall" && value.name === "boost") return map(value, () => scored);
    const args = value.type === "OpCall" && value.op === "match" ? textQueryArgs(value.right) : undefined;
    if (value.type === "OpCall" && args && usesTextQuery(value.left))
      throw parseError(query, "text::query() cannot look into another", query.indexOf("text::query"));
    if (value.type === "OpCall" && args)
      return textMatch(query, rewrite(value.left, false) as GroqNode, args, scored);
    return map(value, () => false);
  };
  const map = (node: object, scored: (name: string) => boolean): object =>
    Object.fromEntries(Object.entries(node).map(([name, part]) => [name, rewrite(part, scored(name))]));
  const rewritten = rewrite(tree, false) as GroqNode;
  let nodes = 0;
  for (const _ of nodesOf(rewritten)) {
    nodes += 1;
    if (nodes > MOST_NODES)
      throw parseError(query, "text::query() asks for too much", query.indexOf("text::query"));
  }
  return rewritten;
}
