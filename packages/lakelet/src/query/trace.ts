import { callOf } from "./calls.ts";
import type { Callee } from "./calls.ts";
import { asNode, mapped, nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { parseError } from "./parse.ts";
import { ABOUT_ELEMENT } from "./scope.ts";
import { attributeOf, attributesOf, bare, elementOf } from "./sources.ts";

/*
 * Rewrites a query so that its result tells where values come from (`resultSourceMap`). Attributes that reach the result are
 * read by calls that note their source; conditions, orders and calculations stay as they are and read plain values.
 */

type Parts = Record<string, unknown>;

/** True for an attribute, an element or a filter of one, false for what begins with `*`. */
function isPath(node: GroqNode): boolean {
  if (node.type === "AccessAttribute" || node.type === "This" || node.type === "Parent") return true;
  return (
    (node.type === "Group" || node.type === "ArrayCoerce" || node.type === "AccessElement") &&
    isPath(node.base)
  );
}

/** True if elements of a node may be objects that the query made, which hold values with their sources. */
const isMade = (node: GroqNode): boolean => [...nodesOf(node)].some(({ type }) => type === "Object");

class Tracing {
  readonly calls = new Map<string, Callee>();
  readonly #query: string;

  constructor(query: string) {
    this.#query = query;
  }

  #call(name: string, callee: Callee, ...args: GroqNode[]): GroqNode {
    this.calls.set(`*${name}`, callee);
    return callOf(`*${name}`, args);
  }

  #refuse(what: string): Error {
    return parseError(this.#query, `resultSourceMap is not supported with ${what}`, 0);
  }

  /**
   * Returns a node whose value knows its sources.
   * @param wraps false if the value itself is read, not only passed on
   * @param made true if `@` or a parent may be an object that the query made
   */
  traced(node: GroqNode, wraps: boolean, made: boolean): GroqNode {
    const base = (part: GroqNode, wrapsBase = false): GroqNode => this.traced(part, wrapsBase, made);
    switch (node.type) {
      case "This":
      case "Parent":
        return node;
      case "AccessAttribute": {
        const { name } = node;
        const callee: Callee = ([value]) => attributeOf(value, name, wraps);
        return this.#call(`attribute:${wraps}:${name}`, callee, base(node.base ?? { type: "This" }));
      }
      case "AccessElement": {
        const { index } = node;
        if (!isPath(node.base)) return { ...node, base: base(node.base, wraps) };
        const callee: Callee = ([value]) => elementOf(value, index, wraps);
        return this.#call(`element:${wraps}:${index}`, callee, base(node.base));
      }
      case "Group":
      case "Slice":
      case "ArrayCoerce":
        return { ...node, base: base(node.base, wraps) };
      case "Deref":
        return { ...node, base: this.#read(node.base, made) };
      case "Filter":
        return { ...node, base: base(node.base), expr: this.#read(node.expr, made || isMade(node.base)) };
      case "PipeFuncCall": {
        if (node.name !== "order") throw this.#refuse(`${node.name}()`);
        const args = node.args.map((arg) => this.#read(arg, made || isMade(node.base)));
        return { ...node, base: base(node.base), args };
      }
      case "Map":
      case "FlatMap":
      case "Projection":
        return {
          ...node,
          base: base(node.base),
          expr: this.traced(node.expr, wraps, made || isMade(node.base)),
        };
      default:
        return this.#tracedValue(node, wraps, made);
    }
  }

  #tracedValue(node: GroqNode, wraps: boolean, made: boolean): GroqNode {
    switch (node.type as string) {
      case "Object":
        return { ...node, attributes: this.#attributes(node, made) } as GroqNode;
      case "Array": {
        const { elements } = node as Extract<GroqNode, { type: "Array" }>;
        const parts = elements.map((one) => ({ ...one, value: this.traced(one.value, true, made) }));
        return { type: "Array", elements: parts };
      }
      case "Select": {
        const { alternatives, fallback } = node as unknown as { alternatives: Parts[]; fallback?: GroqNode };
        const parts = alternatives.map((one) => ({
          ...one,
          condition: this.#read(one["condition"] as GroqNode, made),
          value: this.traced(one["value"] as GroqNode, wraps, made),
        }));
        const last = fallback && { fallback: this.traced(fallback, wraps, made) };
        return { ...node, alternatives: parts, ...last } as unknown as GroqNode;
      }
      case "FuncCall": {
        const call = node as Extract<GroqNode, { type: "FuncCall" }>;
        if (call.name !== "coalesce") return this.#read(node, made);
        return { ...call, args: call.args.map((arg) => this.traced(arg, wraps, made)) };
      }
      default:
        return this.#read(node, made);
    }
  }

  #attributes(node: GroqNode, made: boolean): Parts[] {
    const { attributes } = node as unknown as { attributes: Parts[] };
    return attributes.map((attribute) => {
      const value = attribute["value"] as GroqNode;
      if (attribute["type"] === "ObjectAttributeValue")
        return { ...attribute, value: this.traced(value, true, made) };
      const spread = this.#call("attributes", ([one]) => attributesOf(one), this.traced(value, false, made));
      if (attribute["type"] === "ObjectSplat") return { ...attribute, value: spread };
      return { ...attribute, condition: this.#read(attribute["condition"] as GroqNode, made), value: spread };
    });
  }

  /** Returns a node that reads plain values. */
  #read(node: GroqNode, made: boolean): GroqNode {
    return made ? (this.#bare(node) as GroqNode) : node;
  }

  #bare(value: unknown): unknown {
    const node = asNode(value);
    if (node?.type === "FuncCall" && ABOUT_ELEMENT.has(node.name))
      throw this.#refuse(`${node.name}() after a projection`);
    const copy = mapped(value, (part) => this.#bare(part));
    const reads = node && ["AccessAttribute", "This", "Parent"].includes(node.type);
    return reads ? this.#call("bare", ([one]) => bare(one), copy as GroqNode) : copy;
  }
}

/**
 * Rewrites a query so that `withSourceMap` finds the sources of its result.
 * @throws LakeError 400 if the sources cannot be followed
 */
export function withTrace(
  query: string,
  tree: GroqNode,
): { tree: GroqNode; calls: ReadonlyMap<string, Callee> } {
  if (query.includes("_system")) throw parseError(query, "resultSourceMap is not supported with _system", 0);
  const tracing = new Tracing(query);
  return { tree: tracing.traced(tree, true, false), calls: tracing.calls };
}
