import type { StripeObject, StripeState } from "./state.ts";

function expandPath(state: StripeState, value: unknown, path: string[]): unknown {
  const [field, ...rest] = path;
  if (field === undefined || !value || typeof value !== "object") return value;
  const holder = value as Record<string, unknown>;
  const target = holder[field];
  const resolved = typeof target === "string" ? (state.find(target) ?? target) : target;
  return { ...holder, [field]: expandPath(state, resolved, rest) };
}

/**
 * Returns an object as the API shows it: ids expanded on request, `confirmation_secret` and `payments` of an invoice only on
 * request, no fields that start with an underscore.
 */
export function present(state: StripeState, object: StripeObject, expand: string[]): unknown {
  const expanded = expand.reduce<unknown>((shown, path) => expandPath(state, shown, path.split(".")), object);
  const asked = (name: string) => expand.some((path) => path.split(".").includes(name));
  const hidden = new Set(["confirmation_secret", "payments"].filter((name) => !asked(name)));
  return JSON.parse(
    JSON.stringify(expanded, (key, value) => (key.startsWith("_") || hidden.has(key) ? undefined : value)),
  );
}
