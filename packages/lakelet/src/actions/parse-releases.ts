import type { PatchMutation } from "../model/mutation.ts";
import { releaseIdOf } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { checkDocumentId, isIsoTime, parsePatchOf } from "../mutations/parse.ts";

/** What an editor does to a release. `name` is the id without `_.releases.`. */
export type ReleaseAction =
  | { type: "release.create"; name: string; metadata: JsonObject }
  | { type: "release.edit"; name: string; patch: PatchMutation }
  | { type: "release.schedule"; name: string; publishAt: string }
  /** `error` says why publishing at the scheduled time failed. */
  | { type: "release.unschedule"; name: string; error?: string }
  /** `isDue`: the scheduled time has come. */
  | { type: "release.publish"; name: string; isDue?: boolean }
  | { type: "release.archive"; name: string }
  | { type: "release.unarchive"; name: string }
  | { type: "release.delete"; name: string }
  | { type: "release.import"; name: string; document: JsonObject; ifExists: "fail" | "ignore" | "replace" };

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Perspectives of their own. */
const RESERVED = new Set(["drafts", "published", "raw", "previewDrafts"]);
const TYPES = new Set(["asap", "scheduled", "undecided"]);
const STATES = new Set(["active", "scheduled", "archived", "published"]);

function nameIn({ releaseId }: JsonObject): string {
  if (typeof releaseId !== "string" || !NAME.test(releaseId) || RESERVED.has(releaseId))
    throw validationError("releaseId is 1 to 64 letters, digits, - and _, and not the name of a perspective");
  return releaseId;
}

function metadataIn(given: unknown): JsonObject {
  if (!isJsonObject(given)) throw validationError("metadata must be an object");
  const metadata = { releaseType: "undecided", ...given };
  if (!TYPES.has(metadata.releaseType)) throw validationError("releaseType is asap, scheduled or undecided");
  return metadata;
}

const EDITABLE = /^metadata(?:$|[.[])/;

/** Reads a patch that changes metadata only. */
function parseEdit(action: JsonObject): ReleaseAction {
  const name = nameIn(action);
  const patch = parsePatchOf(releaseIdOf(name), action["patch"], EDITABLE);
  const { set } = patch;
  if (set?.["metadata"] !== undefined) set["metadata"] = metadataIn(set["metadata"]);
  return { type: "release.edit", name, patch };
}

function parseSchedule(action: JsonObject): ReleaseAction {
  const { publishAt } = action;
  if (!isIsoTime(publishAt)) throw validationError("publishAt must be an ISO 8601 time");
  return { type: "release.schedule", name: nameIn(action), publishAt: new Date(publishAt).toISOString() };
}

/**
 * Takes the fields of a release and leaves out any others. A scheduled one becomes active: a copy of a dataset should not
 * publish by itself.
 */
function parseImport(action: JsonObject): ReleaseAction {
  const given = action["document"] ?? action["attributes"];
  if (!isJsonObject(given)) throw validationError("document must be an object");
  const { publishAt, publishedAt, finalDocumentStates, _createdAt } = given;
  if (!STATES.has(String(given["state"])))
    throw validationError("The state of the release is none that can be imported");
  const state = given["state"] === "scheduled" ? "active" : given["state"];
  for (const time of [publishAt, publishedAt, _createdAt])
    if (time !== undefined && !isIsoTime(time)) throw validationError("The release has an invalid time");
  if (finalDocumentStates !== undefined && !Array.isArray(finalDocumentStates))
    throw validationError("finalDocumentStates must be an array");
  const ifExists = action["ifExists"] ?? "fail";
  if (ifExists !== "fail" && ifExists !== "ignore" && ifExists !== "replace")
    throw validationError("ifExists is fail, ignore or replace");
  const all = { state, publishedAt, finalDocumentStates, _createdAt };
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const intended = publishAt === undefined ? {} : { intendedPublishAt: publishAt };
  const document = { ...known, metadata: { ...metadataIn(given["metadata"] ?? {}), ...intended } };
  return { type: "release.import", name: nameIn(action), document, ifExists };
}

/** Version and published document that belong together. */
export interface StageUnpublish {
  type: "stageUnpublish";
  versionId: string;
  publishedId: string;
}

export function parseStageUnpublish({ versionId, publishedId }: JsonObject): StageUnpublish {
  if (typeof versionId !== "string" || typeof publishedId !== "string")
    throw validationError("version.unpublish needs versionId and publishedId");
  checkDocumentId(versionId);
  const [kind, , ...rest] = versionId.split(".");
  if (kind !== "versions" || rest.join(".") !== publishedId)
    throw validationError(`"${versionId}" is not a version of "${publishedId}"`);
  return { type: "stageUnpublish", versionId, publishedId };
}

export const RELEASE_PARSERS: Readonly<Record<string, (action: JsonObject) => ReleaseAction>> = {
  "release.create": (action) => ({
    type: "release.create",
    name: nameIn(action),
    metadata: metadataIn(action["metadata"] ?? {}),
  }),
  "release.edit": parseEdit,
  "release.schedule": parseSchedule,
  "release.unschedule": (action) => ({ type: "release.unschedule", name: nameIn(action) }),
  "release.publish": (action) => ({ type: "release.publish", name: nameIn(action) }),
  "release.archive": (action) => ({ type: "release.archive", name: nameIn(action) }),
  "release.unarchive": (action) => ({ type: "release.unarchive", name: nameIn(action) }),
  "release.delete": (action) => ({ type: "release.delete", name: nameIn(action) }),
  "release.import": parseImport,
};
