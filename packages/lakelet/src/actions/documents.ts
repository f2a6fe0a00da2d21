import { isPublishedId, publishedIdOf } from "../model/document.ts";
import { conflicts, validationError } from "../model/errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { DocumentBody } from "../model/mutation.ts";
import { generateArrayKeys } from "../mutations/apply.ts";
import { checkDocumentId, parseMutations, parsePatchOf } from "../mutations/parse.ts";
import { bodyAs, putPublished } from "./step.ts";
import type { Action } from "./step.ts";

function textOf(action: JsonObject, name: string): string {
  const value = action[name];
  if (typeof value === "string" && value !== "") return value;
  throw validationError(`${String(action["actionType"])} needs ${name}`);
}

export const optionalTextOf = (action: JsonObject, name: string): string | undefined =>
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
  generateArrayKeys([mutation]);
  const document = mutation.createOrReplace;
  return { document, draftId: draftIdIn(document, "_id", publishedId) };
}

/** The client has `draftId`, Sanity's reference `versionId`. */
function pairIn(action: JsonObject): { draftId: string; publishedId: string } {
  const publishedId = publishedIdIn(action);
  const name = action["draftId"] === undefined && action["versionId"] !== undefined ? "versionId" : "draftId";
  return { publishedId, draftId: draftIdIn(action, name, publishedId) };
}

function create(action: JsonObject, name: string, ifExists: unknown): Action {
  const publishedId = publishedIdIn(action);
  const { document, draftId } = documentIn(action, name, publishedId);
  if (ifExists !== "fail" && ifExists !== "ignore") throw validationError("ifExists is fail or ignore");
  return (step) => {
    if (ifExists === "ignore" && (step.get(publishedId) ?? step.get(draftId))) return;
    // A version of a release may exist beside the published document; a first draft may not.
    if (draftId.startsWith("drafts.")) step.absent(publishedId);
    step.run({ create: document });
  };
}

/** The first edit of a published document creates its draft. */
function edit(action: JsonObject): Action {
  const { draftId, publishedId } = pairIn(action);
  const patch = parsePatchOf(draftId, action["patch"]);
  generateArrayKeys([{ patch }]);
  return (step) => {
    step.ensure(draftId, publishedId);
    step.run({ patch });
  };
}

function publish(action: JsonObject): Action {
  const { draftId, publishedId } = pairIn(action);
  const draftRevision = optionalTextOf(action, "ifDraftRevisionId");
  const publishedRevision = optionalTextOf(action, "ifPublishedRevisionId");
  return (step) => {
    const draft = step.need(draftId);
    step.match(draftId, draftRevision);
    step.match(publishedId, publishedRevision);
    putPublished(step, publishedId, draft);
    step.run({ delete: { id: draftId } });
  };
}

function unpublish(action: JsonObject): Action {
  const { draftId, publishedId } = pairIn(action);
  return (step) => {
    step.need(publishedId);
    step.ensure(draftId, publishedId);
    step.run({ delete: { id: publishedId } });
  };
}

function remove(action: JsonObject): Action {
  const publishedId = publishedIdIn(action);
  const given = action["includeDrafts"] ?? [];
  if (!Array.isArray(given)) throw validationError("includeDrafts must be an array");
  const drafts = given.map((id: unknown) => draftIdIn({ ...action, id }, "id", publishedId));
  return (step) => {
    const existing = [publishedId, ...drafts].filter((id) => step.get(id));
    if (existing.length === 0) step.need(publishedId);
    for (const id of existing) step.run({ delete: { id } });
    const draftId = `drafts.${publishedId}`;
    if (step.get(draftId)) throw conflicts.leftover(step.index, publishedId, draftId);
  };
}

function discard(draftId: string): Action {
  return (step) => {
    step.need(draftId);
    step.run({ delete: { id: draftId } });
  };
}

function replace({ document, draftId }: ReturnType<typeof documentIn>): Action {
  return (step) => {
    if (!step.get(draftId)) step.need(publishedIdOf(draftId));
    step.run({ createOrReplace: document });
  };
}

/** Creates a version from content, or as a copy of another document or version. */
function createVersion(action: JsonObject): Action {
  if (action["document"] !== undefined) return create(action, "document", "fail");
  const publishedId = publishedIdIn(action);
  const baseId = textOf(action, "baseId");
  checkDocumentId(baseId);
  const revision = optionalTextOf(action, "ifBaseRevisionId");
  const versionId = draftIdIn(action, "versionId", publishedId);
  return (step) => {
    const base = step.need(baseId);
    step.match(baseId, revision);
    const copy = bodyAs(versionId, base);
    if (publishedIdOf(baseId) !== publishedId) delete copy["_createdAt"];
    step.run({ create: copy });
  };
}

/**
 * Marks a version so that publishing its release unpublishes the document. Creates it from the published one if it is
 * missing.
 */
function stageUnpublish({ versionId, publishedId }: JsonObject): Action {
  if (typeof versionId !== "string" || typeof publishedId !== "string")
    throw validationError("version.unpublish needs versionId and publishedId");
  checkDocumentId(versionId);
  const [kind, , ...rest] = versionId.split(".");
  if (kind !== "versions" || rest.join(".") !== publishedId)
    throw validationError(`"${versionId}" is not a version of "${publishedId}"`);
  return (step) => {
    step.need(publishedId);
    step.ensure(versionId, publishedId);
    step.run({ patch: { id: versionId, set: { _system: { delete: true } } } });
  };
}

/** What an editor does to a document and its draft or a version. See docs/protocol.md, "Actions". */
export const DOCUMENT_ACTIONS: Readonly<Record<string, (action: JsonObject) => Action>> = {
  "document.create": (action) => create(action, "attributes", action["ifExists"] ?? "fail"),
  "document.edit": edit,
  "document.publish": publish,
  "document.unpublish": unpublish,
  "document.delete": remove,
  "document.discard": (action) => discard(draftIdIn(action, "draftId")),
  "document.replaceDraft": (action) => replace(documentIn(action, "attributes", publishedIdIn(action))),
  "document.version.create": createVersion,
  "document.version.discard": (action) => discard(draftIdIn(action, "versionId")),
  "document.version.replace": (action) => replace(documentIn(action, "document")),
  "document.version.unpublish": stageUnpublish,
};
