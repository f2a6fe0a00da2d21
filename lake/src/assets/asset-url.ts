import type { LakeDocument } from "../document.ts";
import type { LakeConfig } from "../http/route.ts";

/** Path of an asset below the lake, as hosted Sanity writes it: `images/<project>/<dataset>/<file>`. */
export const assetPath = (
  kind: "images" | "files",
  config: Pick<LakeConfig, "projectId" | "dataset">,
  file: string,
): string => `${kind}/${config.projectId}/${config.dataset}/${file}`;

/** Public address of an asset, from its `path`. */
export const assetUrl = (path: string, config: Pick<LakeConfig, "publicUrl" | "basePath">): string =>
  `${config.publicUrl}${config.basePath}/${path}`;

/** A document as read from disk. The stored address of an asset may be of an origin the lake had before. */
export function withCurrentUrl(document: LakeDocument, config: LakeConfig): LakeDocument {
  const { _type, path } = document as { _type: string; path?: unknown };
  const isAsset = _type === "sanity.imageAsset" || _type === "sanity.fileAsset";
  return isAsset && typeof path === "string" ? { ...document, url: assetUrl(path, config) } : document;
}
