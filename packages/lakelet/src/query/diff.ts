import { isDeepStrictEqual } from "node:util";
import { isObject } from "../model/json.ts";
import type { GroqNode } from "./groq.ts";

/** The third argument of `diff::` functions: which attributes they compare. */
export type Selector =
  | { type: "Group"; base: Selector }
  | { type: "Tuple"; members: Selector[] }
  | { type: "AccessAttribute"; base?: Selector; name: string }
  | { type: "ArrayCoerce"; base: Selector }
  | { type: "Filter"; base: Selector; expr: GroqNode }
  /** `anywhere(…)` */
  | { type: "SelectorFuncCall"; arg: GroqNode }
  /** `a.(b, c)` */
  | { type: "SelectorNested"; base: Selector; nested: Selector };

type Path = ReadonlyArray<string | number>;

/** Evaluates an expression about `@`. */
export type EvaluateAbout = (expr: GroqNode, value: unknown) => unknown;

function valueAt(value: unknown, path: Path): unknown {
  let part = value;
  for (const step of path) {
    if (!isObject(part) || !Object.hasOwn(part, step)) return undefined;
    part = (part as Record<string | number, unknown>)[step];
  }
  return part;
}

const elementsAt = (value: unknown, path: Path): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

/** Returns paths of all objects for which an expression is true. */
function anywhere(expr: GroqNode, value: unknown, evaluate: EvaluateAbout, path: Path = []): Path[] {
  if (!isObject(value)) return [];
  const here = !Array.isArray(value) && evaluate(expr, value) === true ? [path] : [];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...here, ...inner.flatMap(([step, part]) => anywhere(expr, part, evaluate, [...path, step]))];
}

/** Returns the paths that a selector selects in a value. A path may lead nowhere. */
function selected(selector: Selector, value: unknown, evaluate: EvaluateAbout): Path[] {
  const of = (part: Selector): Path[] => selected(part, value, evaluate);
  switch (selector.type) {
    case "Group":
      return of(selector.base);
    case "Tuple":
      return selector.members.flatMap(of);
    case "AccessAttribute": {
      const { base, name } = selector;
      return (base ? of(base) : [[]]).map((path) => [...path, name]);
    }
    case "ArrayCoerce":
      return of(selector.base).flatMap((path) =>
        elementsAt(value, path).map((_element, index) => [...path, index]),
      );
    case "Filter":
      return of(selector.base).flatMap((path) =>
        elementsAt(value, path).flatMap((element, index) =>
          evaluate(selector.expr, element) === true ? [[...path, index]] : [],
        ),
      );
    case "SelectorFuncCall":
      return anywhere(selector.arg, value, evaluate);
    case "SelectorNested":
      return of(selector.base).flatMap((path) =>
        selected(selector.nested, valueAt(value, path), evaluate).map((inner) => [...path, ...inner]),
      );
  }
}

/** True if an array on the way to a path has another length: all of its elements count as changed. */
const wasResized = (before: unknown, after: unknown, path: Path): boolean =>
  path.some((step, index) => {
    if (typeof step !== "number") return false;
    const [one, other] = [before, after].map((value) => valueAt(value, path.slice(0, index)));
    return !Array.isArray(one) || !Array.isArray(other) || one.length !== other.length;
  });

/** True if the values differ in what the selector selects. */
export function changedAny(
  [before, after]: readonly unknown[],
  selector: Selector,
  evaluate: EvaluateAbout,
): boolean {
  const paths = selected(selector, before, evaluate);
  if (paths.length !== selected(selector, after, evaluate).length) return true;
  return paths.some(
    (path) =>
      wasResized(before, after, path) || !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)),
  );
}

/** Yields the paths at which two values differ, as deep as possible. */
function* differences(before: unknown, after: unknown, path: Path = []): Generator<Path> {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return;
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  const areObjects = [before, after].every(
    (value) => isObject(value) && Object.getPrototypeOf(value) === Object.prototype,
  );
  if (!areLists && !areObjects) {
    yield path;
    return;
  }
  const steps = areLists
    ? before.keys()
    : new Set([before, after].flatMap((value) => Object.keys(value as object)));
  for (const step of steps)
    yield* differences(valueAt(before, [step]), valueAt(after, [step]), [...path, step]);
}

/** True if the values differ in nothing but what the selector selects in the first. */
export function changedOnly(
  [before, after]: readonly unknown[],
  selector: Selector,
  evaluate: EvaluateAbout,
): boolean {
  const paths = selected(selector, before, evaluate);
  for (const path of differences(before, after))
    if (!paths.some((prefix) => prefix.every((step, index) => path[index] === step))) return false;
  return true;
}
