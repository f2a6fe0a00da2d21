import { createHash } from "node:crypto";
import { IMAGE_TYPES } from "../assets/content-types.ts";
import { downloadHeader } from "../assets/download.ts";
import { imageDocumentId, imageFile, parseImageFile } from "../assets/asset-name.ts";
import type { ImageName } from "../assets/asset-name.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { fileResponse } from "../assets/file-response.ts";
import type { LakeDocument } from "../document.ts";
import { badRequest, notFound } from "../errors.ts";
import type { RouteContext } from "../http/route.ts";
import type { DiskCache } from "./disk-cache.ts";
import { outputFormat } from "./format.ts";
import { planGeometry } from "./geometry.ts";
import { readTransform } from "./parameters.ts";
import { isListed, isStoredCrop } from "./public-images.ts";
import type { PublicImages } from "./public-images.ts";
import type { TransformParameters } from "./parameters.ts";
import { renderImage } from "./render.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Raise it when the same parameters make another picture than before. */
const PIPELINE_VERSION = 2;

// An SVG may hold script. As a document of its own it gets no rights at all; in an <img> it has none anyway.
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

interface Pipeline {
  store: AssetStore;
  cache: DiskCache;
  queue: WorkQueue;
  /** The transformations that strangers may ask for; undefined = all. */
  publicImages: PublicImages | undefined;
}

/**
 * GET and HEAD /images/{project}/{dataset}/{sha1}-{W}x{H}.{ext}[/vanity-name]: the original, or a transformation by
 * URL parameters (see `readTransform`). Public and cached for good, because the address names the content. Strangers get
 * the transformations in `publicImages`, and 400 for any other. An image whose asset document was deleted is gone (404).
 * An SVG is never drawn here: it goes out as it is.
 */
export const serveImage =
  (pipeline: Pipeline) =>
  async (context: RouteContext): Promise<Response> => {
    const { request, url, params, documents } = context;
    const name = parseImageFile(params["file"] ?? "");
    const document = name ? documents.get(imageDocumentId(name)) : undefined;
    if (!name || !document) throw notFound("Image not found");
    const headers = { ...downloadHeader(url.searchParams, document, imageFile(name)), ...openToAll };
    const wanted = name.extension === "svg" ? null : readTransform(url.searchParams);
    return wanted
      ? transformed(pipeline, context, name, document, wanted, headers)
      : original(pipeline, request, name, headers);
  };

/** Pictures may stand on pages of any origin: a front end elsewhere, a Studio in development. */
const openToAll = { "cross-origin-resource-policy": "cross-origin" };

async function original(
  { store }: Pipeline,
  request: Request,
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
  { store, cache, queue, publicImages }: Pipeline,
  { request, callerKey, documents, authenticate }: RouteContext,
  name: ImageName,
  document: LakeDocument,
  wanted: TransformParameters,
  headers: Record<string, string>,
) {
  const listed = !publicImages || isListed(name, wanted, publicImages);
  if (!listed && !(await authenticate())) throw notOffered();
  const { hasAlpha } = (document["metadata"] ?? {}) as { hasAlpha?: boolean };
  const geometry = planGeometry(name, wanted);
  const { width, height } = geometry.canvas ?? geometry.scaled;
  const accept = request.headers.get("accept");
  const format = outputFormat(name.extension, hasAlpha !== false, wanted, accept, width * height);
  const etag = cacheKey(name, geometry, wanted, format);
  const key = `${etag}.${format}`;

  const make = async (): Promise<Buffer> => {
    // A crop that an editor has replaced stays in the cache, for pages that were opened before.
    if (publicImages && listed && !isStoredCrop(name, wanted, documents) && !(await authenticate()))
      throw notOffered();
    return queue.run(key, { caller: callerKey, signal: request.signal }, async () => {
      const file = imageFile(name);
      if ((await store.size("images", file)) === null) throw notFound("Image not found");
      const bytes = await renderImage(store.path("images", file), geometry, wanted, format);
      await cache.write(key, bytes);
      return bytes;
    });
  };

  const bytes = (await cache.read(key)) ?? (await make());
  return fileResponse(request, { bytes }, etag, {
    ...headers,
    "content-type": IMAGE_TYPES[format] ?? "application/octet-stream",
    ...(wanted.autoFormat && !wanted.format ? { vary: "Accept" } : {}),
  });
}

const notOffered = () => badRequest("This size, format or crop of the image is not offered");

/** Begins with the image's content, so that what is made of it can be found. Two addresses that mean the same picture share a key: sizes are worked out before, so `w=100&fit=clip` = `w=100`. */
function cacheKey(name: ImageName, geometry: unknown, wanted: TransformParameters, format: string): string {
  const { quality, format: asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale } = wanted;
  const rest = { quality, asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale };
  const text = JSON.stringify([PIPELINE_VERSION, geometry, rest, wanted.firstFrame, format]);
  return `${name.sha1}-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
