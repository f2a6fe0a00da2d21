import { firstOf } from "./first.ts";
import type { First } from "./first.ts";
import { asNode, isOfAll, mapped, nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { ONCE, attributePath, conjuncts, isNarrow, lookupsOf, readsReferences } from "./lookup.ts";
import type { Lookup } from "./lookup.ts";
import { scanOf } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { isClosed, isPlain, outside } from "./scope.ts";

/*
 * Rewrites a query so that indexes find its documents. The results are the same: filters stay, and read at least the documents
 * that pass, in the same order.
 */

/** A `*[…]` that an index can narrow. The tree reads its documents from a parameter of this name. */
export interface Source {
  parameter: string;
  lookups: readonly Lookup[];
  /** The filter, if the lookup stands for it. It is evaluated when the lookup is not usable after all. */
  filter?: GroqNode;
}

/** A part of a query that is evaluated at most once, at its first use. The tree reads it from an attribute of `ONCE`. */
export type Once =
  | { kind: "value"; tree: GroqNode }
  | { kind: "first"; first: First }
  | { kind: "scan"; scan: Scan };

/** How the documents of a `*[…]` are found by a value of what surrounds it, such as `^._id`. */
export type Outer = { kind: "references" } | { kind: "value"; path: readonly string[] };

export interface Rewritten {
  tree: GroqNode;
  sources: readonly Source[];
  once: readonly Once[];
  outer: readonly Outer[];
}

/** No id begins with these. */
const BY = "*by:";
export const ALL = "*all";

const reference = (to: GroqNode): GroqNode => ({
  type: "Deref",
  base: { type: "Object", attributes: [{ type: "ObjectAttributeValue", name: "_ref", value: to }] },
});

const text = (value: string): GroqNode => ({ type: "Value", value });

/** Reads a reference that a rewritten query contains in the place of `*`. Undefined for any other. */
export function outerReference(id: string): "all" | { index: number; value: string } | undefined {
  if (id === ALL) return "all";
  if (!id.startsWith(BY)) return undefined;
  const end = id.indexOf(":", BY.length);
  return { index: Number(id.slice(BY.length, end)), value: id.slice(end + 1) };
}

const readsEverything = (node: GroqNode): boolean =>
  [...nodesOf(node)].some(({ type }) => type === "Everything");

/** Returns how a condition of a filter depends on what surrounds the filter, and the value there. */
function outerOf(condition: GroqNode): { outer: Outer; value: GroqNode } | undefined {
  if (condition.type === "FuncCall" && condition.name === "references" && condition.args.length === 1) {
    const value = condition.args[0] && outside(condition.args[0]);
    return value && { outer: { kind: "references" }, value };
  }
  if (condition.type !== "OpCall") return undefined;
  const { op, left, right } = condition;
  if (op === "in") {
    const value = outside(left);
    return value && readsReferences(right) ? { outer: { kind: "references" }, value } : undefined;
  }
  if (op !== "==") return undefined;
  const path = attributePath(left) ?? attributePath(right);
  const value = outside(left) ?? outside(right);
  if (!path || !value) return undefined;
  const isReference = path.at(-1) === "_ref";
  return { outer: isReference ? { kind: "references" } : { kind: "value", path }, value };
}

/** True if the lookup finds the documents that pass and no others. An id may be shown as another. */
const isExact = (lookup: Lookup): boolean => lookup.kind === "value" && lookup.path[0] !== "_id";

class Rewriting {
  readonly sources: Source[] = [];
  readonly once: Once[] = [];
  readonly outer: Outer[] = [];
  readonly #batched: boolean;

  constructor(batched: boolean) {
    this.#batched = batched;
  }

  /** @param plain true if scopes are known in all of the tree */
  rewrite(tree: GroqNode, plain: boolean): GroqNode {
    if (!plain) return this.#withSources(tree, true) as GroqNode;
    const found = this.#withFirst(this.#withValues(tree));
    return this.#withSources(this.#batched ? this.#withScans(found) : found, false) as GroqNode;
  }

  #add(once: Once): GroqNode {
    const base: GroqNode = { type: "Parameter", name: ONCE };
    return { type: "AccessAttribute", base, name: String(this.once.push(once) - 1) };
  }

  /** Evaluates queries within a filter once if they are the same for every document. */
  #withValues(value: unknown): unknown {
    const node = asNode(value);
    if (node?.type !== "Filter" || !isOfAll(node.base))
      return mapped(value, (part) => this.#withValues(part));
    return { ...node, base: this.#withValues(node.base), expr: this.#valuesIn(node.expr) };
  }

  #valuesIn(value: unknown): unknown {
    const node = asNode(value);
    if (!node || !readsEverything(node))
      return value === node ? value : mapped(value, (part) => this.#valuesIn(part));
    if (isClosed(node)) return this.#add({ kind: "value", tree: this.rewrite(node, true) });
    if (node.type === "Filter" && isOfAll(node.base)) return this.#withValues(node);
    return mapped(node, (part) => this.#valuesIn(part));
  }

  /** Finds the first documents in an order by an index of that order. */
  #withFirst(value: unknown): unknown {
    const node = asNode(value);
    const found = node && firstOf(node);
    if (!found) return mapped(value, (part) => this.#withFirst(part));
    const list = this.#withSources(found.first.list, false) as GroqNode;
    const access = this.#add({ kind: "first", first: { ...found.first, list } });
    return this.#withFirst(found.rewritten(access));
  }

  /** Goes through all documents in batches. */
  #withScans(value: unknown): unknown {
    const node = asNode(value);
    const scan = node && scanOf(node);
    if (!scan) return mapped(value, (part) => this.#withScans(part));
    return this.#add({
      kind: "scan",
      scan: { ...scan, list: this.#withSources(scan.list, false) as GroqNode },
    });
  }

  /** @param hidden true if `^` within a filter here does not lead to `@` here */
  #withSources(value: unknown, hidden: boolean): unknown {
    const node = asNode(value);
    const inMap = node?.type === "Map" || node?.type === "FlatMap";
    const copy = mapped(value, (part, name) => {
      if (name === "expr") return this.#withSources(part, inMap);
      return this.#withSources(part, hidden && !(node?.type === "PipeFuncCall" && name === "args"));
    });
    if (node?.type !== "Filter" || node.base.type !== "Everything") return copy;
    return this.#narrowed((copy as typeof node).expr, hidden) ?? copy;
  }

  /** Returns `*[expr]` as a node that reads fewer documents. */
  #narrowed(expr: GroqNode, hidden: boolean): GroqNode | undefined {
    const lookups = lookupsOf(expr);
    const found = hidden || lookups.some(isNarrow) ? undefined : this.#outer(expr);
    if (found) return found;
    if (lookups.length === 0) return undefined;
    const parameter = `*${this.sources.length}`; // not a valid name in a query
    const base: GroqNode = { type: "Parameter", name: parameter };
    const [lookup] = lookups;
    if (lookup && conjuncts(expr).length === 1 && isExact(lookup)) {
      this.sources.push({
        parameter,
        lookups,
        filter: { type: "Filter", base: { type: "Parameter", name: ALL }, expr },
      });
      return base;
    }
    this.sources.push({ parameter, lookups });
    return { type: "Filter", base, expr };
  }

  #outer(expr: GroqNode): GroqNode | undefined {
    for (const condition of conjuncts(expr)) {
      const found = outerOf(condition);
      if (!found) continue;
      const index = this.outer.push(found.outer) - 1;
      const key: GroqNode = { type: "OpCall", op: "+", left: text(`${BY}${index}:`), right: found.value };
      // Without a text there the index cannot help.
      const args = [reference(key), reference(text(ALL))];
      return {
        type: "Filter",
        base: { type: "FuncCall", namespace: "global", name: "coalesce", args },
        expr,
      };
    }
    return undefined;
  }
}

/**
 * Rewrites a parsed query. The tree is not a public API of groq-js: nodes that are unknown here stay as they are.
 * @param batched true for documents that are not all in memory
 */
export function rewrite(tree: GroqNode, batched: boolean): Rewritten {
  const rewriting = new Rewriting(batched);
  const rewritten = rewriting.rewrite(tree, isPlain(tree));
  const { sources, once, outer } = rewriting;
  return { tree: rewritten, sources, once, outer };
}
