import type { Act } from "../actions/apply.ts";
import { flag, readObject } from "../http/request.ts";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { validationError } from "../model/errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { CommitOptions, Mutation } from "../model/mutation.ts";

/** Reads the body and the options that mutations and actions share. @throws LakeError 400 or 413 */
async function readTransaction(context: RouteContext): Promise<{ body: JsonObject; options: CommitOptions }> {
  const { url, actor, request } = context;
  const body = await readObject(context);
  const transactionId = body["transactionId"] ?? url.searchParams.get("transactionId") ?? undefined;
  if (transactionId !== undefined && typeof transactionId !== "string")
    throw validationError("transactionId must be a string");
  const options: CommitOptions = {
    author: actor?.id ?? "",
    ...(actor ? { role: actor.role } : {}),
    signal: request.signal,
    dryRun: flag(url.searchParams, "dryRun") || body["dryRun"] === true,
    autoGenerateArrayKeys: flag(url.searchParams, "autoGenerateArrayKeys"),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
  return { body, options };
}

async function mutate(context: RouteContext): Promise<Response> {
  const { body, options } = await readTransaction(context);
  const search = context.url.searchParams;
  const committed = await context.commit(body["mutations"] as Mutation[], { ...options, owned: true });
  const withDocuments = flag(search, "returnDocuments");
  const withIds = withDocuments || flag(search, "returnIds");
  const results = committed.results.map(({ id, operation, document }) => ({
    ...(withIds ? { id } : {}),
    operation,
    ...(withDocuments && document ? { document } : {}),
  }));
  return json({ transactionId: committed.transactionId, results });
}

/** See docs/protocol.md, "Mutations" and "Actions". */
export const transactionRoutes = (act: Act): Route[] => [
  route("POST", "/data/mutate/:dataset", "write", mutate),
  route("POST", "/data/actions/:dataset", "write", async (context) => {
    const { body, options } = await readTransaction(context);
    return json(await act(body["actions"], options));
  }),
];
