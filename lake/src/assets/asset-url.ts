import type { LakeDocument } from "../document.ts";
import type { LakeConfig } from "../http/route.ts";

/** Path of an asset below the lake, as hosted Sanity writes it: `images/<project>/<dataset>/<file>`. */
export const assetPath = (
  kind: "images" | "files",
  config: Pick<LakeConfig, "projectId" | "dataset">,
  file: string,
): string => `${kind}/${config.projectId}/${config.dataset}/${file}`;

/** Origin and path under which visitors reach the lake. */
export const publicBase = (config: Pick<LakeConfig, "publicUrl" | "basePath">): string =>
  `${config.publicUrl}${config.basePath}`;

/**
 * An asset document with its address below `base`: the stored one may be of an origin that the lake had before.
 * Other documents come back as they are.
 */
export function withUrlBelow(document: LakeDocument, base: string): LakeDocument {
  const { _type, path } = document as { _type: string; path?: unknown };
  const isAsset = _type === "sanity.imageAsset" || _type === "sanity.fileAsset";
  return isAsset && typeof path === "string" ? { ...document, url: `${base}/${path}` } : document;
}
