import { invalid } from "./errors.ts";
import type { StripeObject, StripeState } from "./state.ts";
import { withoutHidden } from "./unmodelled.ts";

const MAX_DEPTH = 4;

function expandPath(state: StripeState, value: unknown, path: string[]): unknown {
  const [field, ...rest] = path;
  if (field === undefined || !value || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => expandPath(state, element, path));
  const holder = value as Record<string, unknown>;
  const target = holder[field];
  const resolved = typeof target === "string" ? (state.find(target) ?? target) : target;
  return { ...holder, [field]: expandPath(state, resolved, rest) };
}

/** Returns an object as the API shows it, with what the request expands. */
export function present(state: StripeState, object: StripeObject | object, expand: string[]): unknown {
  const paths = expand.map((path) => path.split("."));
  for (const path of paths)
    if (path.length > MAX_DEPTH)
      throw invalid("expand", `You cannot expand more than ${MAX_DEPTH} levels of a property`);
  const expanded = paths.reduce<unknown>((shown, path) => expandPath(state, shown, path), object);
  return withoutHidden(expanded, paths.flat());
}
