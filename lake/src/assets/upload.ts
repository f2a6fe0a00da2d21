import { rm } from "node:fs/promises";
import type { RouteContext } from "../http/route.ts";
import { inspectImage } from "../images/inspect.ts";
import type { ImageExtra } from "../images/inspect.ts";
import type { WorkQueue } from "../images/work-queue.ts";
import type { DocumentBody } from "../mutations/types.ts";
import { fileAsset, imageAsset } from "./asset-document.ts";
import type { AssetDescription } from "./asset-document.ts";
import { fileFile, imageFile } from "./asset-name.ts";
import type { AssetStore } from "./asset-store.ts";
import { fileExtension } from "./content-types.ts";
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from "./limits.ts";
import { sanitiseFilename } from "./original-name.ts";
import { receive } from "./receive.ts";
import type { Received } from "./receive.ts";

/**
 * POST /assets/images/{dataset}: raw bytes in, asset document out. The same bytes give the same document, which an
 * upload never changes once it is there. Throws LakeError 400 (not an image), 413 (more than 20 MB).
 */
export const uploadImage =
  (store: AssetStore, queue: WorkQueue) =>
  (context: RouteContext): Promise<Response> =>
    takeIn(context, store, MAX_IMAGE_BYTES, async (upload) => {
      const query = context.url.searchParams;
      const requester = { caller: context.callerKey, signal: context.request.signal };
      const { extension, metadata } = await queue.run(upload.path, requester, () =>
        inspectImage(upload.path, wantedExtras(query)),
      );
      const { width, height } = metadata.dimensions;
      const name = { sha1: upload.sha1, width, height, extension };
      await store.adopt(upload.path, "images", imageFile(name));
      return imageAsset(name, upload, metadata, description(query), context.config);
    });

/** POST /assets/files/{dataset}, the same for any file. Throws LakeError 413 (more than 100 MB). */
export const uploadFile =
  (store: AssetStore) =>
  (context: RouteContext): Promise<Response> =>
    takeIn(context, store, MAX_FILE_BYTES, async (upload) => {
      const about = description(context.url.searchParams);
      const declared = context.request.headers.get("content-type");
      const name = { sha1: upload.sha1, extension: fileExtension(about.originalFilename, declared) };
      await store.adopt(upload.path, "files", fileFile(name));
      return fileAsset(name, upload, declared, about, context.config);
    });

async function takeIn(
  { request, actor, commit, documents }: RouteContext,
  store: AssetStore,
  maxBytes: number,
  keep: (upload: Received) => Promise<DocumentBody>,
): Promise<Response> {
  const upload = await receive(request, store.incoming, maxBytes);
  let body: DocumentBody;
  try {
    body = await keep(upload);
  } finally {
    await rm(upload.path, { force: true });
  }
  await commit([{ createIfNotExists: body }], { author: actor?.id ?? "unknown" });
  return Response.json({ document: documents.get(body._id ?? "") });
}

const EXTRAS: readonly ImageExtra[] = ["lqip", "blurhash", "palette"];

/** `meta=lqip&meta=palette` asks for these only, `meta=none` for none; without it all are made. */
function wantedExtras(query: URLSearchParams): ReadonlySet<ImageExtra> {
  const asked = [...query.getAll("meta"), ...query.getAll("meta[]")];
  return new Set(asked.length === 0 ? EXTRAS : EXTRAS.filter((extra) => asked.includes(extra)));
}

function description(query: URLSearchParams): AssetDescription {
  const about: AssetDescription = {};
  for (const field of ["label", "title", "description", "creditLine"] as const) {
    const value = query.get(field);
    if (value) about[field] = value;
  }
  const filename = sanitiseFilename(query.get("filename"));
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
