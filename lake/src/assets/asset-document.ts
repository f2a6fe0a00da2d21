import { randomBytes } from "node:crypto";
import type { LakeConfig } from "../http/route.ts";
import type { ImageFacts } from "../images/inspect.ts";
import type { DocumentBody } from "../mutations/types.ts";
import { fileDocumentId, fileFile, imageDocumentId, imageFile } from "./asset-name.ts";
import type { FileName, ImageName } from "./asset-name.ts";
import { assetPath, publicBase } from "./asset-url.ts";
import { IMAGE_TYPES, fileMediaType } from "./content-types.ts";
import type { Received } from "./receive.ts";

/** What the uploader says about an asset, from the query of the upload. */
export interface AssetDescription {
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  creditLine?: string;
  source?: { _type: "sanity.assetSourceData"; id: string; name?: string; url?: string };
}

/** Builds the document of an image asset, in the shape hosted Sanity gives it. */
export function imageAsset(
  name: ImageName,
  received: Received,
  metadata: ImageFacts["metadata"],
  about: AssetDescription,
  config: LakeConfig,
): DocumentBody {
  return {
    _id: imageDocumentId(name),
    _type: "sanity.imageAsset",
    ...common(received, assetPath("images", config, imageFile(name)), config),
    extension: name.extension,
    mimeType: IMAGE_TYPES[name.extension],
    metadata,
    ...about,
  };
}

/** Builds the document of a file asset. */
export function fileAsset(
  name: FileName,
  received: Received,
  declaredType: string | null,
  about: AssetDescription,
  config: LakeConfig,
): DocumentBody {
  return {
    _id: fileDocumentId(name),
    _type: "sanity.fileAsset",
    ...common(received, assetPath("files", config, fileFile(name)), config),
    extension: name.extension,
    mimeType: fileMediaType(name.extension, declaredType),
    metadata: {},
    ...about,
  };
}

const common = (received: Received, path: string, config: LakeConfig) => ({
  assetId: received.sha1,
  sha1hash: received.sha1,
  size: received.size,
  uploadId: randomBytes(16).toString("hex"),
  path,
  url: `${publicBase(config)}/${path}`,
});
