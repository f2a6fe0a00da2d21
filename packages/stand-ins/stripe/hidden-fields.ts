import { complete } from "./unmodelled.ts";

/** Fields that Stripe shows on request only. */
const ON_REQUEST = ["confirmation_secret", "payments", "refunds"];

/** Returns a copy as the API shows it: complete, without this double's own fields (they start with an underscore) and those that were not asked for. */
export function withoutHidden(value: unknown, asked: readonly string[] = []): unknown {
  const hidden = new Set(ON_REQUEST.filter((name) => !asked.includes(name)));
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) => {
      if (key === "refunds" && hidden.has(key)) return null;
      return key.startsWith("_") || hidden.has(key) ? undefined : complete(field);
    }),
  );
}
