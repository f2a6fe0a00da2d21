import { isObject } from "../model/json.ts";
import { changedAny, changedOnly } from "./diff.ts";
import type { EvaluateAbout, Selector } from "./diff.ts";
import { contains, distance, geometryOf, intersects, isGeometryType } from "./geo.ts";
import { GEO_CONSTRUCTOR, PART_OF_VARIANT, asNode, evaluate, mapped, nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { parseError } from "./parse.ts";

/*
 * Functions that groq-js parses but cannot evaluate: `geo::…` at all, `diff::…` only asynchronously, where no deadline can stop
 * it, `array::unique` of nulls. A call becomes `$function + [arguments]`: groq-js joins two arrays by `concat` of the first, and the parameter is an
 * array whose `concat` calls the function.
 */

/** A function that queries call. */
export type Callee = (args: readonly unknown[], evaluateAbout: EvaluateAbout) => unknown;

/** A query without calls that groq-js cannot evaluate. */
export interface WithCalls {
  tree: GroqNode;
  /** By the name of the parameter that the tree reads. */
  calls: ReadonlyMap<string, Callee>;
  /** Expressions about `@` that callees evaluate. */
  exprs: readonly GroqNode[];
}

class CallableList extends Array<unknown> {
  readonly #call: (args: readonly unknown[]) => unknown;

  constructor(call: (args: readonly unknown[]) => unknown) {
    super();
    this.#call = call;
  }

  /** Returns the result of the function, which need not be an array. */
  override concat(args: unknown): unknown[] {
    return this.#call(args as readonly unknown[]) as unknown[];
  }
}

/** Returns the parameters for the calls of a query. */
export const callParams = (
  calls: WithCalls["calls"],
  evaluateAbout: EvaluateAbout,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...calls].map(([name, callee]) => [name, new CallableList((args) => callee(args, evaluateAbout))]),
  );

/** Returns a node that calls the function of a parameter. */
export const callOf = (parameter: string, args: readonly GroqNode[]): GroqNode => ({
  type: "OpCall",
  op: "+",
  left: { type: "Parameter", name: parameter },
  right: { type: "Array", elements: args.map((value) => ({ isSplat: false, value })) },
});

const latLng = (lat: unknown, lng: unknown): unknown => geometryOf({ lat, lng });

const GEO: Readonly<Record<string, { arity: number; callee: Callee }>> = {
  geo: { arity: 1, callee: ([value]) => geometryOf(value) },
  latLng: { arity: 2, callee: ([lat, lng]) => latLng(lat, lng) },
  distance: { arity: 2, callee: ([first, second]) => distance(first, second) },
  contains: { arity: 2, callee: ([first, second]) => contains(first, second) },
  intersects: { arity: 2, callee: ([first, second]) => intersects(first, second) },
};

const DIFF = { changedAny, changedOnly };

/** Returns the items without repeated values and nulls. Arrays and objects equal nothing. */
function unique(items: unknown): unknown {
  if (!Array.isArray(items)) return null;
  const seen = new Set<unknown>();
  return (items as unknown[]).filter((item) => {
    if (isObject(item)) return true;
    const isNew = !seen.has(item);
    seen.add(item);
    return isNew;
  });
}

/** Returns the argument of `path(…)`. */
const pathOf = (node: GroqNode): GroqNode | undefined =>
  node.type === "FuncCall" && node.namespace === "global" && node.name === "path" ? node.args[0] : undefined;

/** True for what `score()` cannot follow: `*{…}` and `*[0]`, filtered, sliced and ordered or not. */
function isShaped(node: GroqNode): boolean {
  if (node.type === "AccessElement" || node.type === "Projection") return true;
  if (node.type === "Map") return isShaped(node.expr);
  const isList = ["Group", "ArrayCoerce", "Filter", "Slice", "PipeFuncCall"].includes(node.type);
  return isList && "base" in node && node.base !== undefined && isShaped(node.base);
}

const LISTS = new Set(["releases::all", "array::compact", "array::unique", "string::split"]);

const isPart = (node: GroqNode): node is GroqNode & { type: "Projection" | "AccessAttribute" | "Deref" } =>
  node.type === "Projection" || node.type === "AccessAttribute" || node.type === "Deref";

/** True for a list that groq-js takes for one value, so that `{…}`, `.x` and `->` behind it would be null: a call, and what is read of it. */
function isCalledList(node: GroqNode): boolean {
  if (node.type === "FuncCall") return LISTS.has(`${node.namespace}::${node.name}`);
  return (node.type === "Group" || isPart(node)) && node.base !== undefined && isCalledList(node.base);
}

type FuncCall = Extract<GroqNode, { type: "FuncCall" }>;

/** Nodes of a value that is the same wherever it stands. */
const LITERAL = new Set<string>(
  "Value Array ArrayElement Object ObjectAttributeValue Group Neg Pos".split(" "),
);

/** Evaluates literal GeoJSON once. @throws LakeError 400 for GeoJSON that is no geometry, such as a Feature */
function folded(query: string, arg: GroqNode): GroqNode {
  if (![...nodesOf(arg)].every(({ type }) => LITERAL.has(type))) return arg;
  const value = evaluate(arg, { dataset: [] });
  const type = isObject(value) ? value["type"] : undefined;
  if (typeof type === "string" && !isGeometryType(type))
    throw parseError(query, `geo() does not take GeoJSON of type "${type}"`, query.indexOf("geo"));
  return { type: "Value", value };
}

class Calls {
  readonly calls = new Map<string, Callee>();
  readonly exprs: GroqNode[] = [];
  readonly #query: string;

  constructor(query: string) {
    this.#query = query;
  }

  replaced(value: unknown): unknown {
    const node = asNode(value);
    if (node?.type === "FuncCall") {
      if (node.namespace === "geo") return this.#geo(node);
      if (node.namespace === "diff") return this.#diff(node);
      if (node.namespace === "delta")
        throw parseError(this.#query, "delta:: functions are for webhooks", this.#query.indexOf("delta"));
      if (node.namespace === "array" && node.name === "unique") {
        const args = this.replaced(node.args) as GroqNode[];
        return this.#call("array::unique", ([items]) => unique(items), args);
      }
    }
    if (node?.type === "PipeFuncCall" && node.name === "score" && isShaped(node.base))
      throw parseError(this.#query, "score() takes documents, not a projection or one of them", 0);
    const mended = node?.type === "OpCall" ? this.#withoutPaths(node) : value;
    const copy = mapped(mended, (part) => this.replaced(part));
    if (!node || !isPart(node) || !node.base || !isCalledList(node.base)) return copy;
    const expr = { ...(copy as GroqNode), base: { type: "This" } };
    return { type: "Map", base: (copy as typeof node).base, expr };
  }

  /** groq-js compares no path with another: two literal paths are as their texts. */
  #withoutPaths(node: Extract<GroqNode, { type: "OpCall" }>): GroqNode {
    const left = pathOf(node.left);
    const right = pathOf(node.right);
    if (!left || !right) return node;
    return node.op === "in" ? { ...node, left } : { ...node, left, right };
  }

  #call(name: string, callee: Callee, args: readonly GroqNode[]): GroqNode {
    const parameter = `*${name}`; // not a valid name in a query
    this.calls.set(parameter, callee);
    return callOf(parameter, args);
  }

  #geo({ name: called, args: given }: FuncCall): GroqNode {
    const [first] = given;
    const replaced = first?.type === "Value" ? first.value : undefined;
    // There are no variants of documents.
    if (replaced === PART_OF_VARIANT) return { type: "Value", value: false };
    const isConstructor = replaced === GEO_CONSTRUCTOR;
    const [name, args] = isConstructor ? ["geo", given.slice(1)] : [called, given];
    const known = GEO[name];
    if (!known || args.length !== known.arity)
      throw parseError(this.#query, `Incorrect number of arguments to function ${name}()`, 0);
    const parts = args.map((arg) => folded(this.#query, this.replaced(arg) as GroqNode));
    return this.#call(`geo::${name}`, known.callee, parts);
  }

  #diff({ name, args: [before, after, third] }: FuncCall): GroqNode {
    const compare = DIFF[name as keyof typeof DIFF];
    const selector = this.replaced(third) as GroqNode;
    for (const node of nodesOf(selector)) {
      if (node.type === "Parent") throw parseError(this.#query, "A selector of diff:: cannot use ^", 0);
      if (node.type === "Filter") this.exprs.push(node.expr);
      const { arg } = node as { arg?: GroqNode };
      if (arg) this.exprs.push(arg);
    }
    const callee: Callee = (args, evaluateAbout) =>
      compare(args, selector as unknown as Selector, evaluateAbout);
    const values = [before, after].map((value) => this.replaced(value) as GroqNode);
    return this.#call(`diff::${this.calls.size}`, callee, values);
  }
}

/** Replaces calls that groq-js cannot evaluate. @throws LakeError 400 for calls that make no sense */
export function withCalls(query: string, tree: GroqNode): WithCalls {
  const found = new Calls(query);
  const replaced = found.replaced(tree) as GroqNode;
  return { tree: replaced, calls: found.calls, exprs: found.exprs };
}
