import { validationError } from "../../errors.ts";
import { isJsonObject } from "../../mutations/json.ts";
import type { JsonObject } from "../../mutations/json.ts";
import type { CommitOptions } from "../../mutations/types.ts";
import { flag } from "../params.ts";
import type { RouteContext } from "../route.ts";

/** Reads the body of a transaction and what is common to all of them. @throws LakeError 400 or 413 */
export async function readTransaction({
  readJson,
  url,
  actor,
  sees,
}: RouteContext): Promise<{ body: JsonObject; options: CommitOptions }> {
  const body = await readJson();
  if (!isJsonObject(body)) throw validationError("The body must be an object");
  const transactionId = body["transactionId"] ?? url.searchParams.get("transactionId") ?? undefined;
  if (transactionId !== undefined && typeof transactionId !== "string")
    throw validationError("transactionId must be a string");
  const options: CommitOptions = {
    author: actor?.id ?? "",
    sees,
    dryRun: flag(url.searchParams, "dryRun") || body["dryRun"] === true,
    autoGenerateArrayKeys: flag(url.searchParams, "autoGenerateArrayKeys"),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
  return { body, options };
}
