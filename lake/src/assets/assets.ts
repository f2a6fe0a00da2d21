import { join } from "node:path";
import type { DocumentReader, Route } from "../http/route.ts";
import type { LakeLog } from "../log.ts";
import { DiskCache } from "../images/disk-cache.ts";
import type { PublicImages } from "../images/public-images.ts";
import { serveImage } from "../images/serve-image.ts";
import { WorkQueue } from "../images/work-queue.ts";
import { fileDocumentId, imageDocumentId, parseFileFile, parseImageFile } from "./asset-name.ts";
import { AssetStore } from "./asset-store.ts";
import type { AssetKind } from "./asset-store.ts";
import { IMAGE_CACHE_BYTES } from "./limits.ts";
import { serveFile } from "./serve-file.ts";
import { uploadFile, uploadImage } from "./upload.ts";

export interface Assets {
  /** Uploads, images and files (lake.md c1). */
  routes: Route[];
  /** Waits for work on the directory that no request waits for. */
  close(): Promise<void>;
}

/**
 * Opens the assets below `directory`; the caller holds the lake's lock. Deleting an asset document hides its bytes
 * at once; they leave the disk at the next opening, which is now for those deleted before.
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

  const image = {
    pattern: "/images/:project/:dataset/:file/:vanity?",
    handle: serveImage({ store, cache, queue, publicImages }),
  };
  const file = { pattern: "/files/:project/:dataset/:file/:vanity?", handle: serveFile(store) };
  const open = { access: "public", versioned: false } as const;
  const routes: Route[] = [
    {
      method: "POST",
      pattern: "/assets/images/:dataset",
      access: "write",
      handle: uploadImage(store, queue),
    },
    { method: "POST", pattern: "/assets/files/:dataset", access: "write", handle: uploadFile(store) },
    { method: "GET", ...open, ...image },
    { method: "HEAD", ...open, ...image },
    { method: "GET", ...open, ...file },
    { method: "HEAD", ...open, ...file },
  ];
  return {
    routes,
    close: async () => {
      await swept;
      await cache.opened();
      await queue.idle();
    },
  };
}

const SHA1_LENGTH = 40;

async function sweep(store: AssetStore, cache: DiskCache, documents: DocumentReader): Promise<void> {
  // No asset documents at all: more likely a database that was moved away than a site without a picture.
  const [known] = documents.byType("sanity.imageAsset");
  if (!known) return;
  const removed = await store.sweep((kind, file) => {
    const id = documentId(kind, file);
    return id !== null && documents.get(id) === undefined;
  });
  for (const file of removed) await cache.forget(file.slice(0, SHA1_LENGTH));
}

function documentId(kind: AssetKind, file: string): string | null {
  if (kind === "images") {
    const name = parseImageFile(file);
    return name && imageDocumentId(name);
  }
  const name = parseFileFile(file);
  return name && fileDocumentId(name);
}
