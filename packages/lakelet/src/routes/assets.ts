import { join } from "node:path";
import { AssetStore, parseAssetFile } from "../assets/asset-store.ts";
import type { AssetKind } from "../assets/asset-store.ts";
import { fileResponse } from "../assets/file-response.ts";
import { downloadHeader, fileDelivery } from "../assets/file-types.ts";
import { route } from "../http/route.ts";
import type { DocumentReader, Route, RouteContext } from "../http/route.ts";
import { DiskCache } from "../images/disk-cache.ts";
import { serveImage } from "../images/serve-image.ts";
import { WorkQueue } from "../images/work-queue.ts";
import { notFound } from "../model/errors.ts";
import type { LakeLog } from "../model/errors.ts";
import { IMAGE_CACHE_BYTES } from "../model/limits.ts";
import type { PublicImages } from "../model/public-images.ts";
import { uploadFile, uploadImage } from "./upload.ts";

/**
 * GET and HEAD /files/{project}/{dataset}/{sha1}.{ext}[/vanity-name]: public, immutable, with byte ranges for players. Images,
 * audio, video, PDF and plain text may be shown inline; everything else is a download, without a media type that a browser
 * would run. 404 once the asset document is deleted.
 */
const serveFile =
  (store: AssetStore) =>
  async ({ request, url, params, documents }: RouteContext): Promise<Response> => {
    const name = parseAssetFile("files", params["file"] ?? "");
    const document = name ? documents.get(name.documentId) : undefined;
    const size = name && document ? await store.size(name) : null;
    if (!name || !document || size === null) throw notFound("File not found");
    const { type, inline } = fileDelivery(name.extension);
    return fileResponse(request, { path: store.path(name), size }, name.sha1, {
      ...downloadHeader(url.searchParams, document, name.file, !inline),
      "content-type": type,
      "cross-origin-resource-policy": "cross-origin",
      // Browsers do not show PDFs in a sandbox.
      ...(type === "application/pdf"
        ? {}
        : { "content-security-policy": "default-src 'none'; media-src 'self'; sandbox" }),
    });
  };

export interface Assets {
  /** Uploads, images and files. See docs/protocol.md, "Assets". */
  routes: Route[];
  /** Waits for background work on the directory. */
  close(): Promise<void>;
}

/**
 * Opens the assets below `directory`; the caller holds the lake's lock. Deleting an asset document hides its bytes at once;
 * this removes the bytes of those deleted before.
 */
export function openAssets(
  directory: string,
  documents: DocumentReader,
  log: LakeLog,
  publicImages?: PublicImages,
): Assets {
  const store = new AssetStore(directory);
  const cache = new DiskCache(join(directory, "image-cache"), IMAGE_CACHE_BYTES);
  const queue = new WorkQueue();
  const swept = sweep(store, cache, documents).catch((error: unknown) => {
    log("warn", "Bytes of deleted assets could not be removed", { error });
  });

  const bytes = (kind: AssetKind, handle: Route["handle"]): Route[] =>
    (["GET", "HEAD"] as const).map((method) => ({
      ...route(method, `/${kind}/:project/:dataset/:file/:vanity?`, "public", handle),
      versioned: false,
    }));
  const routes = [
    route("POST", "/assets/images/:dataset", "write", uploadImage(store, queue)),
    route("POST", "/assets/files/:dataset", "write", uploadFile(store)),
    ...bytes("images", serveImage({ store, cache, queue, publicImages })),
    ...bytes("files", serveFile(store)),
  ];
  return {
    routes,
    close: async () => {
      await swept;
      await cache.loaded;
      await queue.idle();
    },
  };
}

async function sweep(store: AssetStore, cache: DiskCache, documents: DocumentReader): Promise<void> {
  // No asset documents at all: probably the database was moved away.
  const [image] = documents.byType("sanity.imageAsset");
  const [file] = documents.byType("sanity.fileAsset");
  if (!image && !file) return;
  const removed = await store.sweep(({ documentId }) => documents.get(documentId) === undefined);
  for (const { sha1 } of removed) await cache.forget(sha1);
}
