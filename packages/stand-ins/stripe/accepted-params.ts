import { readFileSync } from "node:fs";
import { invalid, unknown } from "./errors.ts";
import type { Params } from "./params.ts";
import { outsideOf, type Shape } from "./shape.ts";

/**
 * The parameters that a call accepts, checked by the compiler against the types of the `stripe` package: a name that Stripe does
 * not know does not compile. `true` accepts any value, a list holds the shape of its elements.
 */
export type Accepts<P> = { readonly [Name in keyof P]?: Accepted<NonNullable<P[Name]>> };
type Accepted<Value> =
  | true
  | (Value extends readonly (infer Element)[] ? readonly [Accepts<Element>] : Accepts<Value>);

/** Names of parameters, to any depth. `Accepts` of some call, without its type. */
export interface ParameterNames {
  readonly [name: string]: true | ParameterNames | readonly [ParameterNames];
}

/** What Stripe knows, by call; made by scripts/stripe-parameters.ts. */
const KNOWN = JSON.parse(readFileSync(new URL("parameters.json", import.meta.url), "utf8")) as Record<
  string,
  Shape
>;

/** Returns names as a shape, in which a list has that of its elements. */
const shapeOf = (names: ParameterNames): Shape =>
  Object.fromEntries(
    Object.entries(names).map(([name, below]) => {
      if (below === true) return [name, 1];
      return [name, shapeOf((Array.isArray(below) ? below[0] : below) as ParameterNames)];
    }),
  );

/**
 * Throws Stripe's error for a parameter that Stripe does not know of this call (`POST /v1/customers`), or that has a value of another type,
 * and an error that says so for one that Stripe knows and this stand-in does not act on.
 */
export function checkParameters(call: string, params: Params, accepted: ParameterNames): void {
  const known = KNOWN[call];
  // What people do, below /test/, is no call of Stripe's.
  const foreign = known === undefined ? null : outsideOf(params, known);
  if (foreign?.words !== undefined)
    throw invalid(foreign.path, `Invalid ${foreign.path}: must be ${foreign.words.replaceAll("|", ", ")}`);
  if (foreign) throw unknown(foreign.path);
  const unmodelled = outsideOf(params, shapeOf({ ...accepted, expand: true }));
  if (unmodelled)
    throw invalid(
      unmodelled.path,
      `The stand-in does not know the parameter ${unmodelled.path}; Stripe does.`,
    );
}
