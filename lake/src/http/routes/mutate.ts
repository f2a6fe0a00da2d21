import type { Mutation } from "../../mutations/types.ts";
import { flag } from "../params.ts";
import { json } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";
import { readTransaction } from "./commit-options.ts";

async function mutate(context: RouteContext): Promise<Response> {
  const { body, options } = await readTransaction(context);
  const search = context.url.searchParams;
  const outcome = await context.commit(body["mutations"] as Mutation[], { ...options, owned: true });
  const withDocuments = flag(search, "returnDocuments");
  const withIds = withDocuments || flag(search, "returnIds");
  const results = outcome.results.map(({ id, operation, document }) => ({
    ...(withIds ? { id } : {}),
    operation,
    ...(withDocuments && document ? { document } : {}),
  }));
  return json({ transactionId: outcome.transactionId, results });
}

/** POST `/data/mutate/{dataset}`: one transaction. */
export const mutateRoutes: Route[] = [
  { method: "POST", pattern: "/data/mutate/:dataset", access: "write", handle: mutate },
];
