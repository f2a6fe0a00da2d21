import { createHash } from "node:crypto";
import { IMAGE_TYPES } from "../assets/content-types.ts";
import { downloadHeader } from "../assets/download.ts";
import { imageDocumentId, imageFile, parseImageFile } from "../assets/asset-name.ts";
import type { ImageName } from "../assets/asset-name.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { fileResponse } from "../assets/file-response.ts";
import type { LakeDocument } from "../document.ts";
import { notFound } from "../errors.ts";
import type { RouteContext } from "../http/route.ts";
import type { DiskCache } from "./disk-cache.ts";
import { outputFormat } from "./format.ts";
import { planGeometry } from "./geometry.ts";
import { readTransform } from "./parameters.ts";
import type { TransformParameters } from "./parameters.ts";
import { renderImage } from "./render.ts";
import type { WorkQueue } from "./work-queue.ts";
import type { LakeRequest } from "../http/request.ts";

/** Raise it when the same parameters make another picture than before. */
const PIPELINE_VERSION = 1;

// An SVG may hold script. As a document of its own it gets no rights at all; in an <img> it has none anyway.
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

interface Pipeline {
  store: AssetStore;
  cache: DiskCache;
  enqueue: WorkQueue;
}

/**
 * GET and HEAD /images/{project}/{dataset}/{sha1}-{W}x{H}.{ext}[/vanity-name]: the original, or a transformation by
 * URL parameters (see `readTransform`). Public and cached for good, because the address names the content. An image
 * whose asset document was deleted is gone (404). An SVG is never drawn here: it goes out as it is.
 */
export const serveImage =
  (pipeline: Pipeline) =>
  async ({ request, url, params, documents }: RouteContext): Promise<Response> => {
    const name = parseImageFile(params["file"] ?? "");
    const document = name ? documents.get(imageDocumentId(name)) : undefined;
    if (!name || !document) throw notFound("Image not found");
    const headers = { ...downloadHeader(url.searchParams, document, imageFile(name)), ...openToAll };
    const wanted = name.extension === "svg" ? null : readTransform(url.searchParams);
    return wanted
      ? transformed(pipeline, request, name, document, wanted, headers)
      : original(pipeline, request, name, headers);
  };

/** Pictures may stand on pages of any origin: a front end elsewhere, a Studio in development. */
const openToAll = { "cross-origin-resource-policy": "cross-origin" };

async function original(
  { store }: Pipeline,
  request: LakeRequest,
  name: ImageName,
  headers: Record<string, string>,
) {
  const file = imageFile(name);
  const size = await store.size("images", file);
  if (size === null) throw notFound("Image not found");
  return fileResponse(request, { path: store.path("images", file), size }, name.sha1, {
    ...headers,
    "content-type": IMAGE_TYPES[name.extension] ?? "application/octet-stream",
    ...(name.extension === "svg" ? { "content-security-policy": SVG_POLICY } : {}),
  });
}

async function transformed(
  { store, cache, enqueue }: Pipeline,
  request: LakeRequest,
  name: ImageName,
  document: LakeDocument,
  wanted: TransformParameters,
  headers: Record<string, string>,
) {
  const { hasAlpha } = (document["metadata"] ?? {}) as { hasAlpha?: boolean };
  const format = outputFormat(name.extension, hasAlpha !== false, wanted, request.headers.get("accept"));
  const geometry = planGeometry(name, wanted);
  const key = cacheKey(name, geometry, wanted, format);
  const file = imageFile(name);
  const bytes = await cache.get(`${key}.${format}`, async () => {
    if ((await store.size("images", file)) === null) throw notFound("Image not found");
    return enqueue(() => renderImage(store.path("images", file), geometry, wanted, format));
  });
  return fileResponse(request, { bytes }, key, {
    ...headers,
    "content-type": IMAGE_TYPES[format] ?? "application/octet-stream",
    ...(wanted.autoFormat && !wanted.format ? { vary: "Accept" } : {}),
  });
}

/** Begins with the image's content, so that what is made of it can be found. Two addresses that mean the same picture share a key: sizes are worked out before, so `w=100&fit=clip` = `w=100`. */
function cacheKey(name: ImageName, geometry: unknown, wanted: TransformParameters, format: string): string {
  const { quality, format: asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale } = wanted;
  const rest = { quality, asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale };
  const padding = [wanted.pad * wanted.dpr, wanted.firstFrame];
  const text = JSON.stringify([PIPELINE_VERSION, geometry, rest, padding, format]);
  return `${name.sha1}-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
