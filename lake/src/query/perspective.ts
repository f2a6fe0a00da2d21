import type { LakeDocument } from "../document.ts";
import { isPublicId, isPublishedId, publishedIdOf } from "../document.ts";
import { validationError } from "../errors.ts";

/** Which state of each document a query sees (lake.md d). `layers`: the first one that has the document wins. */
export type Perspective =
  | { kind: "raw" }
  | { kind: "published" }
  /** Published, and only what anyone may read: ids without a dot. */
  | { kind: "public" }
  | { kind: "layers"; layers: readonly string[] };

const RELEASE = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Reads the `perspective` parameter: one name or a list (`drafts,published`).
 * @throws LakeError 400 for names that cannot be, and for `raw` in a list
 */
export function parsePerspective(text: string): Perspective {
  const names = text.split(",").map((name) => (name === "previewDrafts" ? "drafts" : name));
  if (names.length === 1 && names[0] === "raw") return { kind: "raw" };
  if (names.includes("raw") || !names.every((name) => RELEASE.test(name)))
    throw validationError(`Invalid perspective "${text.slice(0, 200)}"`);
  const layers = names.filter((name) => name !== "published");
  return layers.length === 0 ? { kind: "published" } : { kind: "layers", layers };
}

/** API versions from this date on read published documents unless told otherwise; older ones read everything. */
const PUBLISHED_BY_DEFAULT_SINCE = "2025-02-19";

/** `version` as in the URL, without the v: `1`, `X` or a date. */
export function defaultPerspective(version: string): Perspective {
  const modern = version === "X" || (version !== "1" && version >= PUBLISHED_BY_DEFAULT_SINCE);
  return { kind: modern ? "published" : "raw" };
}

/** A stable name, for caching. */
export const perspectiveKey = (perspective: Perspective): string =>
  perspective.kind === "layers" ? `layers:${perspective.layers.join(",")}` : perspective.kind;

const layerPrefix = (layer: string): string => (layer === "drafts" ? "drafts." : `versions.${layer}.`);

/**
 * Finds the one document that stands for a group in a perspective of layers.
 * @param id published id of the group
 */
function winnerOf(
  id: string,
  layers: readonly string[],
  get: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  for (const layer of layers) {
    const document = get(layerPrefix(layer) + id);
    if (document) return document;
  }
  return get(id);
}

/**
 * What a stored document is in a perspective: itself, itself under its published id, or nothing.
 * In layers `_id` becomes the published id and `_originalId` tells the stored one.
 */
export function inPerspective(
  document: LakeDocument,
  perspective: Perspective,
  get: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  const { _id } = document;
  switch (perspective.kind) {
    case "raw":
      return document;
    case "published":
      return isPublishedId(_id) ? document : undefined;
    case "public":
      return isPublicId(_id) ? document : undefined;
    case "layers": {
      const group = publishedIdOf(_id);
      if (winnerOf(group, perspective.layers, get) !== document) return undefined;
      return { ...document, _id: group, _originalId: _id };
    }
  }
}

/** Looks up by the id that the perspective shows. */
export function getInPerspective(
  id: string,
  perspective: Perspective,
  get: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  if (perspective.kind !== "layers") {
    const document = get(id);
    return document && inPerspective(document, perspective, get);
  }
  if (!isPublishedId(id)) return undefined;
  const winner = winnerOf(id, perspective.layers, get);
  return winner && { ...winner, _id: id, _originalId: winner._id };
}

/** Stored ids that may stand for a published id in the perspective. */
export function storedIdsFor(id: string, perspective: Perspective): string[] {
  if (perspective.kind !== "layers") return [id];
  return [id, ...perspective.layers.map((layer) => layerPrefix(layer) + id)];
}
