import type { Params } from "./params.ts";
import { invalid } from "./errors.ts";

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

/** Throws Stripe's error for the first parameter that a call does not accept. */
export function requireKnown(params: Params, accepted: AcceptedNames, path = ""): void {
  for (const [name, value] of Object.entries(params)) {
    const shown = path ? `${path}[${name}]` : name;
    const shape = name === "expand" && !path ? true : accepted[name];
    if (shape === undefined) throw invalid(shown, `Received unknown parameter: ${shown}`);
    if (shape === true || !value || typeof value !== "object") continue;
    if (!Array.isArray(shape)) {
      requireKnown(value as Params, shape as AcceptedNames, shown);
      continue;
    }
    for (const [index, element] of Object.entries(value)) {
      if (element && typeof element === "object")
        requireKnown(element as Params, shape[0] as AcceptedNames, `${shown}[${index}]`);
    }
  }
}
