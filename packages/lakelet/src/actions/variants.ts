import { DOCUMENT_ID } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import type { DocumentBody, PatchMutation } from "../model/mutation.ts";
import { parsePatchOf } from "../mutations/parse.ts";
import type { Step } from "./step.ts";

/** What an editor does to the definition of a variant, a document `_.variants.<variantId>`. See docs/protocol.md, "Actions". */
export type VariantAction =
  | { type: "variant.create"; document: DocumentBody }
  | { type: "variant.edit"; id: string; patch: PatchMutation; ifRevisionId: string | undefined }
  | { type: "variant.delete"; id: string; ifRevisionId: string | undefined };

const CONDITION = /^[a-z][a-z0-9_-]{0,63}$/;
const EDITABLE = /^(?:conditions|metadata)(?:$|[.[])|^priority$/;

export function variantIdIn({ variantId }: JsonObject): string {
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

/** @throws LakeError 400 */
export function parseCreateVariant(action: JsonObject): VariantAction {
  const { variantId, conditions = {}, priority = 0, metadata } = action;
  const definition = { conditions, priority, ...(metadata === undefined ? {} : { metadata }) };
  checkDefinition(definition);
  const _id = variantIdIn(action);
  return {
    type: "variant.create",
    document: { _id, _type: "system.variant", name: variantId, ...definition },
  };
}

/** @throws LakeError 400 */
export const parseVariantPatch = (action: JsonObject): PatchMutation =>
  parsePatchOf(variantIdIn(action), action["patch"], EDITABLE);

/** @throws LakeError 400, 404 or 409 */
export function applyVariantAction(step: Step, action: VariantAction): void {
  if (action.type === "variant.create") return step.run({ create: action.document });
  const { id } = action;
  step.need(id);
  step.match(id, action.ifRevisionId);
  if (action.type === "variant.delete") return step.run({ delete: { id } });
  step.run({ patch: action.patch });
  checkDefinition(step.need(id));
}
