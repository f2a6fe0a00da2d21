import { createHash, randomBytes, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { assetPath, fileName, imageName, publicBase } from "../assets/asset-store.ts";
import type { AssetName, AssetStore } from "../assets/asset-store.ts";
import { IMAGE_TYPES, fileExtension, fileMediaType, sanitizeFilename } from "../assets/file-types.ts";
import type { RouteContext } from "../http/route.ts";
import { inspectImage } from "../images/metadata.ts";
import type { ImageExtra } from "../images/metadata.ts";
import type { WorkQueue } from "../images/work-queue.ts";
import { badRequest, payloadTooLarge } from "../model/errors.ts";
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from "../model/limits.ts";

/** A complete upload, flushed to a temporary file. */
export interface Received {
  path: string;
  sha1: string;
  size: number;
}

/**
 * Streams a request body to a new file in `directory` and hashes it, in constant memory. On an error no file is left behind.
 * @throws LakeError 413 above `maxBytes`, 400 for an empty or incomplete body
 */
async function receive(request: Request, directory: string, maxBytes: number): Promise<Received> {
  const tooLarge = () => payloadTooLarge(`The upload is larger than ${maxBytes} bytes`);
  const announced = announcedLength(request);
  if (announced !== null && announced > maxBytes) throw tooLarge();
  if (!request.body) throw badRequest("The upload is empty");

  const path = join(directory, `${randomUUID()}.part`);
  const handle = await open(path, "wx", 0o600);
  const hash = createHash("sha1");
  let size = 0;
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    // flush: the bytes are on disk before their document.
    await pipeline(request.body, measured, handle.createWriteStream({ flush: true }));
    if (size === 0) throw badRequest("The upload is empty");
    if (announced !== null && announced !== size) throw badRequest("The upload was cut off");
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, sha1: hash.digest("hex"), size };
}

function announcedLength(request: Request): number | null {
  const header = request.headers.get("content-length");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/**
 * POST /assets/images/{dataset}: takes raw bytes and returns the asset document. The same bytes give the same document, which a
 * second upload does not change.
 * @throws LakeError 400 for anything but an image, 413 above 20 MB
 */
export const uploadImage =
  (store: AssetStore, queue: WorkQueue) =>
  (context: RouteContext): Promise<Response> =>
    storeUpload(context, store, MAX_IMAGE_BYTES, async ({ path, sha1 }) => {
      const { request, url, callerKey } = context;
      const requester = { caller: callerKey, signal: request.signal };
      const { extension, metadata } = await queue.run(path, requester, () =>
        inspectImage(path, requestedExtras(url.searchParams)),
      );
      const { width, height } = metadata.dimensions;
      const fields = { _type: "sanity.imageAsset", mimeType: IMAGE_TYPES[extension], metadata };
      return { name: imageName(sha1, width, height, extension), fields };
    });

/** POST /assets/files/{dataset}: the same for any file. @throws LakeError 413 above 100 MB */
export const uploadFile =
  (store: AssetStore) =>
  (context: RouteContext): Promise<Response> =>
    storeUpload(context, store, MAX_FILE_BYTES, async ({ sha1 }) => {
      const { request, url } = context;
      const declared = request.headers.get("content-type");
      const extension = fileExtension(sanitizeFilename(url.searchParams.get("filename")), declared);
      const mimeType = fileMediaType(extension, declared);
      return {
        name: fileName(sha1, extension),
        fields: { _type: "sanity.fileAsset", mimeType, metadata: {} },
      };
    });

/** Stores the bytes and the document of an asset, in the shape of hosted Sanity. */
async function storeUpload(
  { request, url, actor, commit, documents, config }: RouteContext,
  store: AssetStore,
  maxBytes: number,
  inspect: (upload: Received) => Promise<{ name: AssetName; fields: { _type: string } }>,
): Promise<Response> {
  const upload = await receive(request, store.incoming, maxBytes);
  let asset: Awaited<ReturnType<typeof inspect>>;
  try {
    asset = await inspect(upload);
    await store.adopt(upload.path, asset.name);
  } finally {
    await rm(upload.path, { force: true });
  }
  const { documentId: _id, extension } = asset.name;
  const path = assetPath(asset.name, config);
  const body = {
    ...asset.fields,
    _id,
    assetId: upload.sha1,
    sha1hash: upload.sha1,
    size: upload.size,
    uploadId: randomBytes(16).toString("hex"),
    path,
    url: `${publicBase(config)}/${path}`,
    extension,
    ...description(url.searchParams),
  };
  await commit([{ createIfNotExists: body }], { author: actor?.id ?? "unknown" });
  return Response.json({ document: documents.get(_id) });
}

const PREVIEWS: readonly ImageExtra[] = ["lqip", "blurhash", "palette"];
const EXTRAS: readonly ImageExtra[] = [...PREVIEWS, "exif", "location"];

/**
 * Reads `meta`: `meta=lqip&meta=palette` or `meta=lqip,palette` requests these only, `meta=none` none. Default: the previews.
 * What the camera wrote, and where it was, is personal: only on request.
 */
function requestedExtras(query: URLSearchParams): ReadonlySet<ImageExtra> {
  const asked = [...query.getAll("meta"), ...query.getAll("meta[]")].flatMap((list) => list.split(","));
  return new Set(asked.length === 0 ? PREVIEWS : EXTRAS.filter((extra) => asked.includes(extra)));
}

/** Returns what the query of an upload says of the asset. */
function description(query: URLSearchParams): object {
  const texts = ["label", "title", "description", "creditLine"].map((name) => [name, query.get(name)]);
  const [id, name, url] = ["sourceId", "sourceName", "sourceUrl"].map((key) => query.get(key) || undefined);
  const source = id && { _type: "sanity.assetSourceData", id, name, url };
  const all = [...texts, ["originalFilename", sanitizeFilename(query.get("filename"))], ["source", source]];
  return Object.fromEntries(all.filter(([, value]) => value));
}
