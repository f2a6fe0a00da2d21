import { isDeepStrictEqual } from "node:util";
import {
  RELEASE_TYPE,
  isStagedForUnpublishing,
  publishedIdOf,
  releaseIdOf,
  releaseNameOf,
  stateOf,
  versionsPrefix,
} from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { conflicts, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import type { DocumentBody } from "../model/mutation.ts";
import { isIsoTime, parsePatchOf } from "../mutations/parse.ts";
import { bodyAs, putPublished } from "./step.ts";
import type { Action, Step } from "./step.ts";

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Perspectives of their own. */
const RESERVED = new Set(["drafts", "published", "raw", "previewDrafts"]);
const TYPES = new Set(["asap", "scheduled", "undecided"]);
const STATES = new Set(["active", "scheduled", "archived", "published"]);

/** Returns the name of a release: its id without `_.releases.`. @throws LakeError 400 */
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

/** Returns the release if it is in one of the states. @throws LakeError 404 or 409 */
function releaseIn(step: Step, name: string, states: readonly string[], what: string): LakeDocument {
  const release = step.need(releaseIdOf(name));
  const state = stateOf(release);
  if (!states.includes(String(state))) throw conflicts.releaseState(step.index, release._id, state, what);
  return release;
}

const versionsOf = (step: Step, name: string): LakeDocument[] =>
  step.transaction.idsBelow(versionsPrefix(name)).flatMap((id) => step.get(id) ?? []);

/** As the Studio reads what a finished release contained. */
const finalStates = (versions: readonly LakeDocument[]) =>
  versions.map(({ _id }, index) => ({ _key: `v${index}`, id: _id }));

function create(action: JsonObject): Action {
  const name = nameIn(action);
  const metadata = metadataIn(action["metadata"] ?? {});
  const document = { _id: releaseIdOf(name), _type: RELEASE_TYPE, name, state: "active", metadata };
  return (step) => step.run({ create: document });
}

const EDITABLE = /^metadata(?:$|[.[])/;

/** Patches metadata only. */
function edit(action: JsonObject): Action {
  const name = nameIn(action);
  const patch = parsePatchOf(releaseIdOf(name), action["patch"], EDITABLE);
  const { set } = patch;
  if (set?.["metadata"] !== undefined) set["metadata"] = metadataIn(set["metadata"]);
  return (step) => {
    const { _id } = releaseIn(step, name, ["active", "scheduled"], "edited");
    step.run({ patch });
    if (!isJsonObject(step.get(_id)?.["metadata"])) throw validationError("A release needs metadata");
  };
}

function schedule(action: JsonObject): Action {
  const given = action["publishAt"];
  if (!isIsoTime(given)) throw validationError("publishAt must be an ISO 8601 time");
  const name = nameIn(action);
  const publishAt = new Date(given).toISOString();
  return (step) => {
    const { _id } = releaseIn(step, name, ["active", "scheduled"], "scheduled");
    // Read when the time has come (ScheduledReleases): a release is published with the rights of who scheduled it.
    const set = { state: "scheduled", publishAt, scheduledBy: step.transaction.author };
    step.run({ patch: { id: _id, set, unset: ["error"] } });
  };
}

/** @param error why publishing at the scheduled time failed */
export function unscheduleRelease(name: string, error?: string): Action {
  const set = { state: "active", ...(error === undefined ? {} : { error: { message: error } }) };
  return (step) => {
    const { _id } = releaseIn(step, name, ["scheduled"], "unscheduled");
    step.run({ patch: { id: _id, set, unset: ["publishAt", "scheduledBy"] } });
  };
}

/**
 * All versions at once: each replaces the published document, or deletes it if it is staged for that.
 * @param from the state that the release has to be in
 */
export function publishRelease(name: string, from: "active" | "scheduled"): Action {
  return (step) => {
    const { _id, metadata } = releaseIn(step, name, [from], "published");
    const isOne = isJsonObject(metadata) && metadata["cardinality"] === "one";
    const versions = versionsOf(step, name);
    for (const version of versions) {
      const publishedId = publishedIdOf(version._id);
      if (!isStagedForUnpublishing(version)) putPublished(step, publishedId, version);
      else if (step.get(publishedId)) step.run({ delete: { id: publishedId } });
      step.run({ delete: { id: version._id } });
      // A scheduled draft is a copy of the draft, which is published with it unless it was edited since.
      const draft = isOne && step.get(`drafts.${publishedId}`);
      if (draft && isDeepStrictEqual(bodyAs("", draft), bodyAs("", version)))
        step.run({ delete: { id: draft._id } });
    }
    const publishedAt = step.transaction.timestamp;
    const set = { state: "published", publishedAt, finalDocumentStates: finalStates(versions) };
    step.run({ patch: { id: _id, set, unset: ["error", "scheduledBy"] } });
  };
}

const archive =
  (name: string): Action =>
  (step) => {
    const { _id } = releaseIn(step, name, ["active"], "archived");
    const versions = versionsOf(step, name);
    for (const version of versions) step.run({ delete: { id: version._id } });
    step.run({ patch: { id: _id, set: { state: "archived", finalDocumentStates: finalStates(versions) } } });
  };

const unarchive =
  (name: string): Action =>
  (step) => {
    const release = releaseIn(step, name, ["archived"], "restored");
    for (const state of (release["finalDocumentStates"] ?? []) as unknown[]) {
      const id = isJsonObject(state) ? String(state["id"]) : "";
      if (!id.startsWith(versionsPrefix(name))) continue;
      step.absent(id);
      const version = step.transaction.lastSeen(id);
      if (!version) throw conflicts.missing(step.index, id, 404);
      step.run({ create: bodyAs(id, version) });
    }
    step.run({ patch: { id: release._id, set: { state: "active" }, unset: ["finalDocumentStates"] } });
  };

const remove =
  (name: string): Action =>
  (step) => {
    const { _id } = releaseIn(step, name, ["archived", "published"], "deleted");
    step.run({ delete: { id: _id } });
  };

/**
 * For imports: a release as it was exported, without a name, state or metadata if the file has none. A scheduled one becomes active:
 * a copy of a dataset should not publish by itself.
 */
function importRelease(action: JsonObject): Action {
  const given = action["document"] ?? action["attributes"];
  if (!isJsonObject(given)) throw validationError("document must be an object");
  const { _id, _rev, _updatedAt, _system, scheduledBy: _by, error: _error, publishAt, ...others } = given;
  const { state = "active", metadata, publishedAt, finalDocumentStates, _createdAt } = others;
  if (!STATES.has(String(state)))
    throw validationError("The state of the release is none that can be imported");
  for (const time of [publishAt, publishedAt, _createdAt])
    if (time !== undefined && !isIsoTime(time)) throw validationError("The release has an invalid time");
  if (finalDocumentStates !== undefined && !Array.isArray(finalDocumentStates))
    throw validationError("finalDocumentStates must be an array");
  const ifExists = action["ifExists"] ?? "fail";
  if (ifExists !== "fail" && ifExists !== "ignore" && ifExists !== "replace")
    throw validationError("ifExists is fail, ignore or replace");
  const name = nameIn({ releaseId: action["releaseId"] ?? releaseNameOf(String(_id)) });
  const body: DocumentBody & { _id: string } = { ...others, _id: releaseIdOf(name), _type: RELEASE_TYPE };
  if (others["name"] !== undefined) body["name"] = name;
  if (state === "scheduled") body["state"] = "active";
  const intended = publishAt === undefined ? {} : { intendedPublishAt: publishAt };
  if (metadata !== undefined || publishAt !== undefined)
    body["metadata"] = { ...metadataIn(metadata ?? {}), ...intended };
  return (step) => {
    if (ifExists === "ignore" && step.get(body._id)) return;
    step.run(ifExists === "replace" ? { createOrReplace: body } : { create: body });
  };
}

/** What an editor does to a release. See docs/protocol.md, "Actions". */
export const RELEASE_ACTIONS: Readonly<Record<string, (action: JsonObject) => Action>> = {
  "release.create": create,
  "release.edit": edit,
  "release.schedule": schedule,
  "release.unschedule": (action) => unscheduleRelease(nameIn(action)),
  "release.publish": (action) => publishRelease(nameIn(action), "active"),
  "release.archive": (action) => archive(nameIn(action)),
  "release.unarchive": (action) => unarchive(nameIn(action)),
  "release.delete": (action) => remove(nameIn(action)),
  "release.import": importRelease,
};
