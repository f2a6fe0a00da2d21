import { readFileSync } from "node:fs";
import { invalid, unknown } from "./errors.ts";
import type { Params } from "./params.ts";

/**
 * The parameters that a call accepts, checked by the compiler against the types of the `stripe` package: a name that Stripe does
 * not know does not compile. `true` accepts any value, a list holds the shape of its elements.
 */
export type Accepts<P> = { readonly [Name in keyof P]?: Accepted<NonNullable<P[Name]>> };
type Accepted<Value> =
  | true
  | (Value extends readonly (infer Element)[] ? readonly [Accepts<Element>] : Accepts<Value>);

/** Names of parameters, to any depth; a list has the names of its elements. `Accepts` of some call, without its type. */
export interface ParameterNames {
  readonly [name: string]: true | 1 | ParameterNames | readonly [ParameterNames];
}

/** The names that Stripe knows, by call; made by scripts/stripe-parameters.ts. */
const KNOWN = JSON.parse(readFileSync(new URL("parameters.json", import.meta.url), "utf8")) as Record<
  string,
  ParameterNames
>;

const isIndex = (name: string): boolean => /^\d+$/.test(name);

/** Returns the first parameter that is not among the names, as `items[0][price]`. */
function firstOutside(params: Params, names: ParameterNames, path = ""): string | undefined {
  for (const [name, value] of Object.entries(params)) {
    const shown = path ? `${path}[${name}]` : name;
    const below = path && isIndex(name) ? names : Object.hasOwn(names, name) ? names[name] : undefined;
    if (below === undefined) return shown;
    if (typeof below !== "object" || !value || typeof value !== "object") continue;
    const [elements] = Array.isArray(below) ? (below as readonly [ParameterNames]) : [];
    const found = firstOutside(value as Params, elements ?? (below as ParameterNames), shown);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Throws Stripe's error (`parameter_unknown`) for a parameter that Stripe does not know of this call (`POST /v1/customers`), and an error that says so for
 * one that Stripe knows and this stand-in does not act on.
 */
export function checkParameters(call: string, params: Params, accepted: ParameterNames): void {
  const known = KNOWN[call];
  // What people do, below /test/, is no call of Stripe's.
  const foreign = known && firstOutside(params, known);
  if (foreign !== undefined) throw unknown(foreign);
  const unmodelled = firstOutside(params, { ...accepted, expand: true });
  if (unmodelled !== undefined)
    throw invalid(unmodelled, `The stand-in does not know the parameter ${unmodelled}; Stripe does.`);
}
