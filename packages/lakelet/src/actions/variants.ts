import { DOCUMENT_ID } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { parsePatchOf } from "../mutations/parse.ts";
import { optionalTextOf } from "./documents.ts";
import type { Action } from "./step.ts";

const CONDITION = /^[a-z][a-z0-9_-]{0,63}$/;
const EDITABLE = /^(?:conditions|metadata)(?:$|[.[])|^priority$/;

function variantIdIn({ variantId }: JsonObject): string {
  const id = `_.variants.${String(variantId)}`;
  if (typeof variantId !== "string" || variantId.includes(".") || !DOCUMENT_ID.test(id))
    throw validationError("variantId is letters, digits, - and _");
  return id;
}

function checkDefinition({ conditions, priority, metadata }: JsonObject): void {
  const isCondition = ([key, value]: [string, unknown]): boolean =>
    CONDITION.test(key) && typeof value === "string" && value !== "";
  if (!isJsonObject(conditions) || !Object.entries(conditions).every(isCondition))
    throw validationError(
      "conditions is an object of texts that are not empty; its keys are lowercase letters, digits, - and _",
    );
  if (!Number.isFinite(priority)) throw validationError("priority must be a number");
  if (metadata !== undefined && !isJsonObject(metadata)) throw validationError("metadata must be an object");
}

function create(action: JsonObject): Action {
  const { variantId, conditions = {}, priority = 0, metadata } = action;
  const definition = { conditions, priority, ...(metadata === undefined ? {} : { metadata }) };
  checkDefinition(definition);
  const _id = variantIdIn(action);
  return (step) => step.run({ create: { _id, _type: "system.variant", name: variantId, ...definition } });
}

function edit(action: JsonObject): Action {
  const id = variantIdIn(action);
  const patch = parsePatchOf(id, action["patch"], EDITABLE);
  const revision = optionalTextOf(action, "ifRevisionId");
  return (step) => {
    step.need(id);
    step.match(id, revision);
    step.run({ patch });
    checkDefinition(step.need(id));
  };
}

function remove(action: JsonObject): Action {
  const id = variantIdIn(action);
  const revision = optionalTextOf(action, "ifRevisionId");
  return (step) => {
    step.need(id);
    step.match(id, revision);
    step.run({ delete: { id } });
  };
}

/** What an editor does to the definition of a variant, a document `_.variants.<variantId>`. See docs/protocol.md, "Actions". */
export const VARIANT_ACTIONS: Readonly<Record<string, (action: JsonObject) => Action>> = {
  "variant.definition.create": create,
  "variant.definition.edit": edit,
  "variant.definition.delete": remove,
};
