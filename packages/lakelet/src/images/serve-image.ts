import { createHash } from "node:crypto";
import { parseImageFile } from "../assets/asset-store.ts";
import type { AssetStore, ImageName } from "../assets/asset-store.ts";
import { fileResponse } from "../assets/file-response.ts";
import { IMAGE_TYPES, downloadHeader } from "../assets/file-types.ts";
import type { RouteContext } from "../http/route.ts";
import type { LakeDocument } from "../model/document.ts";
import { badRequest, notFound } from "../model/errors.ts";
import type { PublicImages } from "../model/public-images.ts";
import type { DiskCache } from "./disk-cache.ts";
import { planGeometry } from "./geometry.ts";
import { outputFormat, readTransform } from "./parameters.ts";
import type { TransformParameters } from "./parameters.ts";
import { isListed, isStoredCrop } from "./public-images.ts";
import { renderImage } from "./render.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Increase it when the same parameters give another image. */
const PIPELINE_VERSION = 2;

// An SVG may contain scripts. In an <img> they do not run; as a document of its own it runs in a sandbox.
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

interface Pipeline {
  store: AssetStore;
  cache: DiskCache;
  queue: WorkQueue;
  /** The transformations that strangers may request. Default: all. */
  publicImages: PublicImages | undefined;
}

/**
 * GET and HEAD /images/{project}/{dataset}/{sha1}-{W}x{H}.{ext}[/vanity-name]: the original, or a transformation by URL parameters
 * (see `readTransform`). Public and immutable, because the URL names the content. Strangers get the transformations in
 * `publicImages` and 400 for others. 404 once the asset document is deleted. An SVG is sent as it is.
 */
export const serveImage =
  (pipeline: Pipeline) =>
  async (context: RouteContext): Promise<Response> => {
    const { request, url, params, documents } = context;
    const name = parseImageFile(params["file"] ?? "");
    const document = name ? documents.get(name.documentId) : undefined;
    if (!name || !document) throw notFound("Image not found");
    const headers = { ...downloadHeader(url.searchParams, document, name.file), ...CROSS_ORIGIN };
    const wanted = name.extension === "svg" ? null : readTransform(url.searchParams);
    return wanted
      ? transformed(pipeline, context, name, document, wanted, headers)
      : original(pipeline, request, name, headers);
  };

/** Pages of any origin may show images: a front end elsewhere, a Studio in development. */
const CROSS_ORIGIN = { "cross-origin-resource-policy": "cross-origin" };

async function original(
  { store }: Pipeline,
  request: Request,
  name: ImageName,
  headers: Record<string, string>,
) {
  const size = await store.size(name);
  if (size === null) throw notFound("Image not found");
  return fileResponse(request, { path: store.path(name), size }, name.sha1, {
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
  if (!listed && !(await authenticate())) throw notListed();
  const { hasAlpha } = (document["metadata"] ?? {}) as { hasAlpha?: boolean };
  const geometry = planGeometry(name, wanted);
  const { width, height } = geometry.canvas ?? geometry.scaled;
  const accept = request.headers.get("accept");
  const format = outputFormat(name.extension, hasAlpha !== false, wanted, accept, width * height);
  const etag = cacheKey(name, geometry, wanted, format);
  const key = `${etag}.${format}`;

  const make = async (): Promise<Buffer> => {
    // Not checked for cached images: pages opened before an editor changed the crop still show them.
    if (publicImages && listed && !isStoredCrop(name, wanted, documents) && !(await authenticate()))
      throw notListed();
    return queue.run(key, { caller: callerKey, signal: request.signal }, async () => {
      if ((await store.size(name)) === null) throw notFound("Image not found");
      const bytes = await renderImage(store.path(name), geometry, wanted, format);
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

const notListed = () => badRequest("This size, format or crop of the image is not offered");

/** Begins with the hash of the image, so that its variants can be found. URLs with the same result share a key: `w=100&fit=clip` and `w=100`. */
function cacheKey(name: ImageName, geometry: unknown, wanted: TransformParameters, format: string): string {
  const { quality, format: asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale } = wanted;
  const rest = { quality, asked, blur, sharpen, flipX, flipY, turn, background, invert, greyscale };
  const text = JSON.stringify([PIPELINE_VERSION, geometry, rest, wanted.firstFrame, format]);
  return `${name.sha1}-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
