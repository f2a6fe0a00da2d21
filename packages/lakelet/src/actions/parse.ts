import type { DocumentBody, PatchMutation } from "../model/mutation.ts";
import { isPublishedId, publishedIdOf } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { RELEASE_PARSERS, parseStageUnpublish } from "./parse-releases.ts";
import type { ReleaseAction, StageUnpublish } from "./parse-releases.ts";
import { parseCreateVariant, parseVariantPatch, variantIdIn } from "./variants.ts";
import type { VariantAction } from "./variants.ts";
import { checkDocumentId, checkPurge, parseMutations, parsePatchOf } from "../mutations/parse.ts";

/**
 * What an editor does to a document and its draft. See docs/protocol.md, "Actions". `draftId` may name any version of
 * `publishedId`.
 */
export type Action =
  | { type: "create"; publishedId: string; document: DocumentBody; ifExists: "fail" | "ignore" }
  | { type: "edit"; draftId: string; publishedId: string; patch: PatchMutation }
  | {
      type: "publish";
      draftId: string;
      publishedId: string;
      ifDraftRevisionId: string | undefined;
      ifPublishedRevisionId: string | undefined;
    }
  | { type: "unpublish"; draftId: string; publishedId: string }
  | { type: "delete"; publishedId: string; includeDrafts: readonly string[] }
  | { type: "discard"; draftId: string }
  | { type: "replace"; draftId: string; publishedId: string; document: DocumentBody }
  | StageUnpublish
  | ReleaseAction
  | VariantAction
  | { type: "copy"; draftId: string; baseId: string; ifBaseRevisionId: string | undefined };

const PREFIX = "sanity.action.";
const MAX_ACTIONS = 1000;

function textOf(action: JsonObject, name: string): string {
  const value = action[name];
  if (typeof value === "string" && value !== "") return value;
  throw validationError(`${String(action["actionType"])} needs ${name}`);
}

const optionalTextOf = (action: JsonObject, name: string): string | undefined =>
  action[name] === undefined || action[name] === null ? undefined : textOf(action, name);

function publishedIdIn(action: JsonObject): string {
  const id = textOf(action, "publishedId");
  checkDocumentId(id);
  if (!isPublishedId(id)) throw validationError(`"${id}" is not the id of a published document`);
  return id;
}

/** Reads the id of a draft or version, of `publishedId` if given. @throws LakeError 400 */
function draftIdIn(action: JsonObject, name: string, publishedId?: string): string {
  const id = textOf(action, name);
  checkDocumentId(id);
  if (isPublishedId(id)) throw validationError(`${name} "${id}" is not the id of a draft or version`);
  if (publishedId !== undefined && publishedIdOf(id) !== publishedId)
    throw validationError(`${name} "${id}" does not belong to "${publishedId}"`);
  return id;
}

function documentIn(
  action: JsonObject,
  name: string,
  publishedId?: string,
): { document: DocumentBody; draftId: string } {
  const [mutation] = parseMutations([{ createOrReplace: action[name] }]);
  if (!mutation || !("createOrReplace" in mutation)) throw validationError(`${name} must be a document`);
  const document = mutation.createOrReplace;
  return { document, draftId: draftIdIn(document, "_id", publishedId) };
}

function pairIn(action: JsonObject): { draftId: string; publishedId: string } {
  const publishedId = publishedIdIn(action);
  return { publishedId, draftId: draftIdIn(action, "draftId", publishedId) };
}

function parseCreate(action: JsonObject): Action {
  const publishedId = publishedIdIn(action);
  const { document } = documentIn(action, "attributes", publishedId);
  const ifExists = action["ifExists"] ?? "fail";
  if (ifExists !== "fail" && ifExists !== "ignore") throw validationError("ifExists is fail or ignore");
  return { type: "create", publishedId, document, ifExists };
}

function parseEdit(action: JsonObject): Action {
  const pair = pairIn(action);
  return { type: "edit", ...pair, patch: parsePatchOf(pair.draftId, action["patch"]) };
}

function parseDelete(action: JsonObject): Action {
  const publishedId = publishedIdIn(action);
  const given = action["includeDrafts"] ?? [];
  if (!Array.isArray(given)) throw validationError("includeDrafts must be an array");
  const includeDrafts = given.map((id: unknown) => draftIdIn({ ...action, id }, "id", publishedId));
  return { type: "delete", publishedId, includeDrafts };
}

function parseCreateVersion(action: JsonObject): Action {
  const publishedId = publishedIdIn(action);
  if (action["document"] !== undefined)
    return { type: "create", publishedId, ifExists: "fail", ...documentIn(action, "document", publishedId) };
  const baseId = textOf(action, "baseId");
  checkDocumentId(baseId);
  const ifBaseRevisionId = optionalTextOf(action, "ifBaseRevisionId");
  return { type: "copy", draftId: draftIdIn(action, "versionId", publishedId), baseId, ifBaseRevisionId };
}

function parseReplaceVersion(action: JsonObject): Action {
  const { document, draftId } = documentIn(action, "document");
  return { type: "replace", document, draftId, publishedId: publishedIdOf(draftId) };
}

function parseReplaceDraft(action: JsonObject): Action {
  const publishedId = publishedIdIn(action);
  return { type: "replace", publishedId, ...documentIn(action, "attributes", publishedId) };
}

const PARSERS: Readonly<Record<string, (action: JsonObject) => Action>> = {
  "document.create": parseCreate,
  "document.edit": parseEdit,
  "document.publish": (action) => ({
    type: "publish",
    ...pairIn(action),
    ifDraftRevisionId: optionalTextOf(action, "ifDraftRevisionId"),
    ifPublishedRevisionId: optionalTextOf(action, "ifPublishedRevisionId"),
  }),
  "document.unpublish": (action) => ({ type: "unpublish", ...pairIn(action) }),
  "document.delete": parseDelete,
  "document.discard": (action) => ({ type: "discard", draftId: draftIdIn(action, "draftId") }),
  "document.replaceDraft": parseReplaceDraft,
  "document.version.create": parseCreateVersion,
  "document.version.discard": (action) => ({ type: "discard", draftId: draftIdIn(action, "versionId") }),
  "document.version.replace": parseReplaceVersion,
  "document.version.unpublish": parseStageUnpublish,
  "variant.definition.create": parseCreateVariant,
  "variant.definition.edit": (action) => ({
    type: "variant.edit",
    id: variantIdIn(action),
    patch: parseVariantPatch(action),
    ifRevisionId: optionalTextOf(action, "ifRevisionId"),
  }),
  "variant.definition.delete": (action) => ({
    type: "variant.delete",
    id: variantIdIn(action),
    ifRevisionId: optionalTextOf(action, "ifRevisionId"),
  }),
  ...RELEASE_PARSERS,
};

function parseAction(value: unknown): Action {
  const actionType = isJsonObject(value) ? value["actionType"] : undefined;
  if (!isJsonObject(value) || typeof actionType !== "string")
    throw validationError("An action is an object with an actionType");
  const name = actionType.startsWith(PREFIX) ? actionType.slice(PREFIX.length) : "";
  const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined;
  if (!parse)
    throw validationError(
      `This content lake does not know the action "${actionType.slice(0, 200)}"; it has no variants of documents`,
    );
  checkPurge(value);
  return parse(value);
}

/** Checks the shape of a list of actions. @throws LakeError 400 that says what is wrong */
export function parseActions(value: unknown): Action[] {
  if (!Array.isArray(value) || value.length === 0)
    throw validationError("actions must be an array with at least one action");
  if (value.length > MAX_ACTIONS) throw validationError(`At most ${MAX_ACTIONS} actions in one transaction`);
  return value.map(parseAction);
}
