import {
  isDraftId,
  isPublicId,
  isPublishedId,
  isStagedForUnpublishing,
  publishedIdOf,
  releaseIdOf,
  releaseOf,
} from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import type { DocumentIndex } from "../store/document-index.ts";

/** The state of each document that a query sees. See docs/protocol.md, "Visibility and perspectives". In `layers` the first match wins. */
export type Perspective =
  | { kind: "raw" }
  | { kind: "published" }
  /** Published documents without a dot in the id. */
  | { kind: "public" }
  | { kind: "layers"; layers: readonly string[] };

const RELEASE = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Reads the `perspective` parameter: one name or a list (`drafts,published`).
 * @throws LakeError 400 for an invalid name, and for `raw` in a list
 */
export function parsePerspective(text: string): Perspective {
  const names = text.split(",").map((name) => (name === "previewDrafts" ? "drafts" : name));
  if (names.length === 1 && names[0] === "raw") return { kind: "raw" };
  if (names.includes("raw") || !names.every((name) => RELEASE.test(name)))
    throw validationError(`Invalid perspective "${text.slice(0, 200)}"`);
  const layers = names.filter((name) => name !== "published");
  return layers.length === 0 ? { kind: "published" } : { kind: "layers", layers };
}

/** API versions from this date on read published documents by default; older ones read everything. */
const PUBLISHED_BY_DEFAULT_SINCE = "2025-02-19";

/** `version` as in the URL, without the v: `1`, `X` or a date. */
export function defaultPerspective(version: string): Perspective {
  const modern = version === "X" || (version !== "1" && version >= PUBLISHED_BY_DEFAULT_SINCE);
  return { kind: modern ? "published" : "raw" };
}

/** Returns a key for caches. */
export const perspectiveKey = (perspective: Perspective): string =>
  perspective.kind === "layers" ? `layers:${perspective.layers.join(",")}` : perspective.kind;

const layerPrefix = (layer: string): string => (layer === "drafts" ? "drafts." : `versions.${layer}.`);

/**
 * Returns the id of the document that represents a group in a perspective of layers.
 * @param id published id of the group
 */
function winnerOf(id: string, layers: readonly string[], has: (id: string) => boolean): string {
  const layer = layers.find((one) => has(layerPrefix(one) + id));
  return layer === undefined ? id : layerPrefix(layer) + id;
}

/** True if a document with this id is visible, in a perspective without layers. */
export function isShown(id: string, { kind }: Perspective): boolean {
  if (kind === "published") return isPublishedId(id);
  return kind === "public" ? isPublicId(id) : true;
}

/**
 * Returns a stored document as the perspective shows it, or undefined if it is hidden. In layers `_id` is the published id and
 * `_originalId` the stored one.
 */
export function inPerspective(
  document: LakeDocument,
  perspective: Perspective,
  has: (id: string) => boolean,
): LakeDocument | undefined {
  const { _id } = document;
  if (perspective.kind !== "layers") return isShown(_id, perspective) ? document : undefined;
  const group = publishedIdOf(_id);
  if (winnerOf(group, perspective.layers, has) !== _id) return undefined;
  if (isStagedForUnpublishing(document)) return undefined;
  return { ...document, _id: group, _originalId: _id };
}

/** Returns the document that has this id in the perspective. */
export function getInPerspective(
  id: string,
  perspective: Perspective,
  { get, has }: Pick<DocumentIndex, "get" | "has">,
): LakeDocument | undefined {
  if (perspective.kind !== "layers") {
    const document = get(id);
    return document && inPerspective(document, perspective, has);
  }
  if (!isPublishedId(id)) return undefined;
  const winner = get(winnerOf(id, perspective.layers, has));
  if (!winner || isStagedForUnpublishing(winner)) return undefined;
  return { ...winner, _id: id, _originalId: winner._id };
}

/** Returns the stored ids that may represent an id in the perspective. */
export function storedIdsFor(id: string, perspective: Perspective): string[] {
  if (perspective.kind !== "layers") return [id];
  return [id, ...perspective.layers.map((layer) => layerPrefix(layer) + id)];
}

/** `_system` is added only for queries that mention it; hosted Sanity has it on every document. */
export const usesSystem = (query: string): boolean => query.includes("_system");

/**
 * Adds `_system` with what is not stored: the group of the document, and its bundle. `scopeId` is what the id of a version says between
 * `versions.` and the group. A version without a release, which agents and scheduled drafts make, has no `release`.
 * @param exists whether there is a document with an id
 */
export function withSystem(document: LakeDocument, exists: (id: string) => boolean): LakeDocument {
  const storedId = typeof document["_originalId"] === "string" ? document["_originalId"] : document._id;
  const group = { _ref: publishedIdOf(storedId), _weak: true };
  return {
    ...document,
    _system: { ...(document["_system"] as object | undefined), group, ...bundleOf(storedId, exists) },
  };
}

function bundleOf(id: string, exists: (id: string) => boolean): object {
  if (isDraftId(id)) return { bundleId: "drafts" };
  const scopeId = releaseOf(id);
  if (scopeId === undefined) return {};
  const release = releaseIdOf(scopeId);
  return {
    bundleId: scopeId,
    scopeId,
    ...(exists(release) ? { release: { _ref: release, _weak: true } } : {}),
  };
}
