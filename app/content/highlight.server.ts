import { common, createLowlight } from "lowlight";
import type { CodeBlock, CodeToken, TokenKind } from "./rich-text.ts";

// Visitors get pieces of code with their kind and never load a highlighter.

/** With their aliases, all of CODE_LANGUAGES. */
const lowlight = createLowlight(common);

/** Most characters of code that are colored per page. Coloring more would delay other requests. */
const MAX_HIGHLIGHTED = 20_000;

/** The scopes of highlight.js that have a color (its "Scopes reference"). */
const KINDS: Readonly<Record<string, TokenKind>> = {
  comment: "comment",
  quote: "comment",
  keyword: "keyword",
  meta: "keyword",
  tag: "keyword",
  "selector-tag": "keyword",
  attr: "name",
  attribute: "name",
  built_in: "name",
  title: "name",
  type: "name",
  "selector-class": "name",
  "selector-id": "name",
  literal: "number",
  number: "number",
  symbol: "number",
  regexp: "string",
  string: "string",
};

type Node = ReturnType<typeof lowlight.highlight>["children"][number];

function tokensOf(node: Node, kind: TokenKind | null): CodeToken[] {
  if (node.type === "text") return [kind ? [node.value, kind] : node.value];
  if (node.type !== "element") return [];
  const [scope] = node.properties["className"] as string[];
  const own = KINDS[scope?.replace("hljs-", "") ?? ""] ?? kind;
  return node.children.flatMap((child) => tokensOf(child, own));
}

function tokens(code: string, language: string): CodeToken[] {
  try {
    return lowlight.highlight(language, code).children.flatMap((node) => tokensOf(node, null));
  } catch {
    // highlight.js throws a RangeError for deeply nested code.
    return [code];
  }
}

/** Puts tokens in the place of each block's code. Code of an unknown language, or a very long one, is a single piece. */
export function highlight(blocks: readonly CodeBlock[]): void {
  let left = MAX_HIGHLIGHTED;
  for (const block of blocks) {
    const code = block.code ?? "";
    const { language } = block;
    const isColored = language && lowlight.registered(language) && code.length <= left;
    if (isColored) left -= code.length;
    block.tokens = isColored ? tokens(code, language) : [code];
    delete block.code;
  }
}
