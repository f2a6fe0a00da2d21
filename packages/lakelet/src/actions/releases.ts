import {
  RELEASE_TYPE,
  isStagedForUnpublishing,
  publishedIdOf,
  releaseIdOf,
  versionsPrefix,
} from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { conflicts, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { DocumentBody } from "../model/mutation.ts";
import type { ReleaseAction, StageUnpublish } from "./parse-releases.ts";
import { actionTarget, bodyAs, putPublished } from "./step.ts";
import type { Step } from "./step.ts";

type ActionOf<Type extends ReleaseAction["type"]> = Extract<ReleaseAction, { type: Type }>;

/** Returns the release if it is in one of the states. @throws LakeError 404 or 409 */
function releaseIn(step: Step, name: string, states: readonly string[], what: string): LakeDocument {
  const release = step.need(releaseIdOf(name));
  if (!states.includes(String(release["state"])))
    throw conflicts.releaseState(step.index, release._id, release["state"], what);
  return release;
}

const versionsOf = (step: Step, name: string): LakeDocument[] =>
  step.idsBelow(versionsPrefix(name)).flatMap((id) => step.get(id) ?? []);

/** As the Studio reads what a finished release contained. */
const finalStates = (versions: readonly LakeDocument[]) =>
  versions.map(({ _id }, index) => ({ _key: `v${index}`, id: _id }));

function create(step: Step, { name, metadata }: ActionOf<"release.create">): void {
  const document = { _id: releaseIdOf(name), _type: RELEASE_TYPE, name, state: "active", metadata };
  step.run({ create: document });
}

function edit(step: Step, { name, patch }: ActionOf<"release.edit">): void {
  const { _id } = releaseIn(step, name, ["active", "scheduled"], "edited");
  step.run({ patch: { ...patch, id: _id } });
  const metadata = step.get(_id)?.["metadata"];
  if (!isJsonObject(metadata)) throw validationError("A release needs metadata");
}

function schedule(step: Step, { name, publishAt }: ActionOf<"release.schedule">): void {
  const { _id } = releaseIn(step, name, ["active"], "scheduled");
  // Read when the time has come (ScheduledReleases): a release is published with the rights of who scheduled it.
  const set = { state: "scheduled", publishAt, scheduledBy: step.author };
  step.run({ patch: { id: _id, set, unset: ["error"] } });
}

function unschedule(step: Step, { name, error }: ActionOf<"release.unschedule">): void {
  const { _id } = releaseIn(step, name, ["scheduled"], "unscheduled");
  const message = error === undefined ? {} : { error: { message: error } };
  step.run({ patch: { id: _id, set: { state: "active", ...message }, unset: ["publishAt", "scheduledBy"] } });
}

/** All versions at once: each replaces the published document, or deletes it if it is staged for that. */
function publish(step: Step, { name, isDue }: ActionOf<"release.publish">): void {
  const { _id } = releaseIn(step, name, [isDue ? "scheduled" : "active"], "published");
  const versions = versionsOf(step, name);
  for (const version of versions) {
    const publishedId = publishedIdOf(version._id);
    if (!isStagedForUnpublishing(version)) putPublished(step, publishedId, version);
    else if (step.get(publishedId)) step.run({ delete: { id: publishedId } });
    step.run({ delete: { id: version._id } });
  }
  const set = { state: "published", publishedAt: step.timestamp, finalDocumentStates: finalStates(versions) };
  step.run({ patch: { id: _id, set, unset: ["error", "scheduledBy"] } });
}

function archive(step: Step, { name }: ActionOf<"release.archive">): void {
  const { _id } = releaseIn(step, name, ["active"], "archived");
  const versions = versionsOf(step, name);
  for (const version of versions) step.run({ delete: { id: version._id } });
  step.run({ patch: { id: _id, set: { state: "archived", finalDocumentStates: finalStates(versions) } } });
}

function unarchive(step: Step, { name }: ActionOf<"release.unarchive">): void {
  const release = releaseIn(step, name, ["archived"], "restored");
  const states = Array.isArray(release["finalDocumentStates"])
    ? (release["finalDocumentStates"] as unknown[])
    : [];
  for (const state of states) {
    const id = isJsonObject(state) ? String(state["id"]) : "";
    if (!id.startsWith(versionsPrefix(name))) continue;
    step.absent(id);
    const version = step.lastSeen(id);
    if (!version) throw actionTarget.missing(step.index, id);
    step.run({ create: bodyAs(id, version) });
  }
  step.run({ patch: { id: release._id, set: { state: "active" }, unset: ["finalDocumentStates"] } });
}

function remove(step: Step, { name }: ActionOf<"release.delete">): void {
  const { _id } = releaseIn(step, name, ["archived", "published"], "deleted");
  step.run({ delete: { id: _id } });
}

/** For imports: a release as it was exported. */
function put(step: Step, { name, document, ifExists }: ActionOf<"release.import">): void {
  const _id = releaseIdOf(name);
  if (step.get(_id) && ifExists === "ignore") return;
  const body: DocumentBody = { ...document, _id, _type: RELEASE_TYPE, name };
  step.run(ifExists === "replace" ? { createOrReplace: body } : { create: body });
}

/** Marks a version so that publishing its release unpublishes the document. Creates it from the published one if missing. */
export function stageUnpublish(step: Step, { versionId, publishedId }: StageUnpublish): void {
  const published = step.need(publishedId);
  if (!step.get(versionId)) step.run({ create: bodyAs(versionId, published) });
  step.run({ patch: { id: versionId, set: { _system: { delete: true } } } });
}

/** @throws LakeError 400, 403, 404 or 409 */
export function applyReleaseAction(step: Step, action: ReleaseAction): void {
  switch (action.type) {
    case "release.create":
      return create(step, action);
    case "release.edit":
      return edit(step, action);
    case "release.schedule":
      return schedule(step, action);
    case "release.unschedule":
      return unschedule(step, action);
    case "release.publish":
      return publish(step, action);
    case "release.archive":
      return archive(step, action);
    case "release.unarchive":
      return unarchive(step, action);
    case "release.delete":
      return remove(step, action);
    case "release.import":
      return put(step, action);
  }
}
