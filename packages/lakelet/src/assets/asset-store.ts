import { mkdirSync, rmSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LakeDocument } from "../model/document.ts";
import type { LakeConfig } from "../http/route.ts";

/** Parts of an image asset's id and URL. */
export interface ImageName {
  sha1: string;
  /** In pixels, upright (EXIF orientation applied). */
  width: number;
  height: number;
  extension: string;
}

export interface FileName {
  sha1: string;
  extension: string;
}

const IMAGE_FILE = /^([0-9a-f]{40})-([1-9]\d{0,5})x([1-9]\d{0,5})\.([a-z]{2,5})$/;
const FILE_FILE = /^([0-9a-f]{40})\.([a-z0-9]{1,16})$/;

/** Parses `<sha1>-<W>x<H>.<ext>`, the last part of an image's URL. Returns null for anything else, `..` included. */
export function parseImageFile(file: string): ImageName | null {
  const match = IMAGE_FILE.exec(file);
  if (!match) return null;
  const [, sha1 = "", width, height, extension = ""] = match;
  return { sha1, width: Number(width), height: Number(height), extension };
}

/** Parses `<sha1>.<ext>`, the last part of a file's URL. Returns null for anything else. */
export function parseFileFile(file: string): FileName | null {
  const match = FILE_FILE.exec(file);
  return match ? { sha1: match[1] ?? "", extension: match[2] ?? "" } : null;
}

export const imageFile = (name: ImageName): string =>
  `${name.sha1}-${name.width}x${name.height}.${name.extension}`;

export const fileFile = (name: FileName): string => `${name.sha1}.${name.extension}`;

/** Returns the document id of an image asset. `@sanity/image-url` parses it. */
export const imageDocumentId = (name: ImageName): string =>
  `image-${name.sha1}-${name.width}x${name.height}-${name.extension}`;

export const fileDocumentId = (name: FileName): string => `file-${name.sha1}-${name.extension}`;

/** Returns the path of an asset below the lake: `images/<project>/<dataset>/<file>`. */
export const assetPath = (
  kind: "images" | "files",
  config: Pick<LakeConfig, "projectId" | "dataset">,
  file: string,
): string => `${kind}/${config.projectId}/${config.dataset}/${file}`;

/** Returns the URL at which visitors reach the lake. */
export const publicBase = (config: Pick<LakeConfig, "publicUrl" | "basePath">): string =>
  `${config.publicUrl}${config.basePath}`;

/**
 * Returns an asset document with its `url` below `base`: the stored one may have a former origin of the lake. Returns other
 * documents unchanged.
 */
export function withUrlBelow(document: LakeDocument, base: string): LakeDocument {
  const { _type, path } = document as { _type: string; path?: unknown };
  const isAsset = _type === "sanity.imageAsset" || _type === "sanity.fileAsset";
  return isAsset && typeof path === "string" ? { ...document, url: `${base}/${path}` } : document;
}

export type AssetKind = "images" | "files";

/** Makes created and renamed entries of a directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return; // directories cannot be opened there
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const GRACE_MS = 60 * 60 * 1000;

/**
 * The bytes of all assets below `<directory>/assets`, one file each, named by content. Files are complete: uploads arrive in
 * `incoming` and are renamed. One process at a time (the lake's lock).
 */
export class AssetStore {
  readonly incoming: string;
  private readonly root: string;

  constructor(directory: string) {
    this.root = join(directory, "assets");
    this.incoming = join(this.root, "incoming");
    rmSync(this.incoming, { recursive: true, force: true }); // left by a crash
    for (const name of ["incoming", "images", "files"]) mkdirSync(join(this.root, name), { recursive: true });
  }

  /** Returns the path of an asset. `file` must come from `imageFile` or `fileFile`, never directly from a request. */
  path(kind: AssetKind, file: string): string {
    return join(this.root, kind, file);
  }

  /** Moves received bytes to their place. Once it resolves they survive a power cut. The same content twice is fine. */
  async adopt(temporary: string, kind: AssetKind, file: string): Promise<void> {
    await rename(temporary, this.path(kind, file));
    await syncDirectory(join(this.root, kind));
  }

  /** Resolves with the length in bytes, or null if the file does not exist. */
  async size(kind: AssetKind, file: string): Promise<number | null> {
    try {
      return (await stat(this.path(kind, file))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /**
   * Removes orphaned files and resolves with their names. Files of the last hour stay: their document may be about to be
   * written.
   */
  async sweep(isOrphan: (kind: AssetKind, file: string) => boolean): Promise<string[]> {
    const removed: string[] = [];
    for (const kind of ["images", "files"] as const) {
      for (const file of await readdir(join(this.root, kind))) {
        if (!isOrphan(kind, file)) continue;
        const path = this.path(kind, file);
        if (Date.now() - (await stat(path)).mtimeMs < GRACE_MS) continue;
        await rm(path, { force: true });
        removed.push(file);
      }
    }
    return removed;
  }
}
