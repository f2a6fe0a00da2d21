import { invalid } from "./errors.ts";
import { nested, text, type Params } from "./params.ts";
import type { StripeObject, StripeState } from "./state.ts";

const MAX_LIMIT = 100;

/** Returns a page of the objects of a kind that have the asked-for fields, newest first (Stripe, "Pagination"). */
export function listObjects(
  state: StripeState,
  params: Params,
  { kind, url, by }: { kind: string; url: string; by: Record<string, (object: StripeObject) => unknown> },
): object {
  const limit = Number(text(params, "limit") ?? "10");
  if (!(limit >= 1 && limit <= MAX_LIMIT)) throw invalid("limit", "Limit must be between 1 and 100");
  const since = Number(text(nested(params, "created"), "gt") ?? "-1");
  const found = state
    .all(kind)
    .filter(({ created }) => (created as number) > since)
    .filter((object) =>
      Object.entries(by).every(([name, read]) => {
        const wanted = text(params, name);
        return wanted === undefined || read(object) === wanted;
      }),
    )
    .toReversed();
  const after = text(params, "starting_after");
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const data = found.slice(start, start + limit);
  return { object: "list", url, has_more: start + limit < found.length, data };
}
