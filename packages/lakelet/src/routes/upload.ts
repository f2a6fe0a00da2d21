import { createHash, randomBytes, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { badRequest, payloadTooLarge } from "../model/errors.ts";
import type { LakeConfig, RouteContext } from "../http/route.ts";
import { inspectImage } from "../images/metadata.ts";
import type { ImageExtra, ImageFacts } from "../images/metadata.ts";
import type { DocumentBody } from "../model/mutation.ts";
import {
  assetPath,
  fileDocumentId,
  fileFile,
  imageDocumentId,
  imageFile,
  publicBase,
} from "../assets/asset-store.ts";
import type { AssetStore, FileName, ImageName } from "../assets/asset-store.ts";
import { IMAGE_TYPES, fileExtension, fileMediaType, sanitizeFilename } from "../assets/file-types.ts";
import type { WorkQueue } from "../images/work-queue.ts";
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

/** Description of an asset, from the query of the upload. */
export interface AssetDescription {
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  creditLine?: string;
  source?: { _type: "sanity.assetSourceData"; id: string; name?: string; url?: string };
}

/** Builds the document of an image asset, in the shape of hosted Sanity. */
function imageAsset(
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
function fileAsset(
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

/**
 * POST /assets/images/{dataset}: takes raw bytes and returns the asset document. The same bytes give the same document, which a
 * second upload does not change.
 * @throws LakeError 400 for anything but an image, 413 above 20 MB
 */
export const uploadImage =
  (store: AssetStore, queue: WorkQueue) =>
  (context: RouteContext): Promise<Response> =>
    storeUpload(context, store, MAX_IMAGE_BYTES, async (upload) => {
      const query = context.url.searchParams;
      const requester = { caller: context.callerKey, signal: context.request.signal };
      const { extension, metadata } = await queue.run(upload.path, requester, () =>
        inspectImage(upload.path, requestedExtras(query)),
      );
      const { width, height } = metadata.dimensions;
      const name = { sha1: upload.sha1, width, height, extension };
      await store.adopt(upload.path, "images", imageFile(name));
      return imageAsset(name, upload, metadata, description(query), context.config);
    });

/** POST /assets/files/{dataset}: the same for any file. @throws LakeError 413 above 100 MB */
export const uploadFile =
  (store: AssetStore) =>
  (context: RouteContext): Promise<Response> =>
    storeUpload(context, store, MAX_FILE_BYTES, async (upload) => {
      const about = description(context.url.searchParams);
      const declared = context.request.headers.get("content-type");
      const name = { sha1: upload.sha1, extension: fileExtension(about.originalFilename, declared) };
      await store.adopt(upload.path, "files", fileFile(name));
      return fileAsset(name, upload, declared, about, context.config);
    });

async function storeUpload(
  { request, actor, commit, documents }: RouteContext,
  store: AssetStore,
  maxBytes: number,
  createAsset: (upload: Received) => Promise<DocumentBody>,
): Promise<Response> {
  const upload = await receive(request, store.incoming, maxBytes);
  let body: DocumentBody;
  try {
    body = await createAsset(upload);
  } finally {
    await rm(upload.path, { force: true });
  }
  await commit([{ createIfNotExists: body }], { author: actor?.id ?? "unknown" });
  return Response.json({ document: documents.get(body._id ?? "") });
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

function description(query: URLSearchParams): AssetDescription {
  const about: AssetDescription = {};
  for (const field of ["label", "title", "description", "creditLine"] as const) {
    const value = query.get(field);
    if (value) about[field] = value;
  }
  const filename = sanitizeFilename(query.get("filename"));
  if (filename) about.originalFilename = filename;
  const [id, name, url] = ["sourceId", "sourceName", "sourceUrl"].map((key) => query.get(key));
  if (id) {
    about.source = {
      _type: "sanity.assetSourceData",
      id,
      ...(name ? { name } : {}),
      ...(url ? { url } : {}),
    };
  }
  return about;
}
