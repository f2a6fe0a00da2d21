import { validationError } from "../../errors.ts";
import { isJsonObject } from "../../mutations/json.ts";
import type { CommitOptions, Mutation } from "../../mutations/types.ts";
import { readJson } from "../body.ts";
import { flag } from "../params.ts";
import { json } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

async function mutate({ request, url, actor, sees, commit }: RouteContext): Promise<Response> {
  const body = await readJson(request);
  if (!isJsonObject(body)) throw validationError("The body must be an object");
  const transactionId = body["transactionId"] ?? url.searchParams.get("transactionId") ?? undefined;
  if (transactionId !== undefined && typeof transactionId !== "string")
    throw validationError("transactionId must be a string");
  const search = url.searchParams;
  const options: CommitOptions = {
    author: actor?.id ?? "",
    sees,
    dryRun: flag(search, "dryRun") || body["dryRun"] === true,
    autoGenerateArrayKeys: flag(search, "autoGenerateArrayKeys"),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
  const outcome = commit(body["mutations"] as Mutation[], options);
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
  { method: "POST", pattern: "/data/mutate/:dataset", auth: "write", handle: mutate },
];
