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

/** `Accepts` of some call, without its type. */
export interface AcceptedNames {
  readonly [name: string]: true | AcceptedNames | readonly [AcceptedNames];
}

/** Names of parameters, to any depth; a list has the names of its elements. */
export interface ParameterNames {
  readonly [name: string]: ParameterNames | 1;
}

/** The names that Stripe knows, by call; made by scripts/stripe-parameters.ts. */
const KNOWN = JSON.parse(readFileSync(new URL("parameters.json", import.meta.url), "utf8")) as Record<
  string,
  ParameterNames
>;

/** Throws Stripe's error for the first parameter that is not among the names. */
function requireKnown(params: Params, names: ParameterNames, path = ""): void {
  for (const [name, value] of Object.entries(params)) {
    const shown = path ? `${path}[${name}]` : name;
    const below = Object.hasOwn(names, name) ? names[name] : undefined;
    if (below === undefined) throw unknown(shown);
    if (below === 1 || !value || typeof value !== "object") continue;
    const listed = Object.entries(value).every(([key]) => /^\d+$/.test(key));
    if (!listed) requireKnown(value as Params, below, shown);
    else
      for (const [index, element] of Object.entries(value))
        if (element && typeof element === "object")
          requireKnown(element as Params, below, `${shown}[${index}]`);
  }
}

/** Throws for the first parameter that this stand-in does not act on. */
function requireAccepted(params: Params, accepted: AcceptedNames, path = ""): void {
  for (const [name, value] of Object.entries(params)) {
    const shown = path ? `${path}[${name}]` : name;
    const shape = name === "expand" && !path ? true : accepted[name];
    if (shape === undefined)
      throw invalid(shown, `The stand-in does not know the parameter ${shown}; Stripe does.`);
    if (shape === true || !value || typeof value !== "object") continue;
    if (!Array.isArray(shape)) {
      requireAccepted(value as Params, shape as AcceptedNames, shown);
      continue;
    }
    for (const [index, element] of Object.entries(value)) {
      if (element && typeof element === "object")
        requireAccepted(element as Params, shape[0] as AcceptedNames, `${shown}[${index}]`);
    }
  }
}

/**
 * Throws Stripe's error (`parameter_unknown`) for a parameter that Stripe does not know of this call (`POST /v1/customers`), and an error that says so for
 * one that Stripe knows and this stand-in does not act on.
 */
export function checkParameters(call: string, params: Params, accepted: AcceptedNames): void {
  const known = KNOWN[call];
  // What people do, below /test/, is no call of Stripe's.
  if (known) requireKnown(params, known);
  requireAccepted(params, accepted);
}
