import { mkdirSync, rmSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LakeConfig } from "../http/route.ts";
import type { LakeDocument } from "../model/document.ts";

export type AssetKind = "images" | "files";

/** Names of an asset, all made of the hash of its content. */
export interface AssetName {
  kind: AssetKind;
  sha1: string;
  extension: string;
  /** The last part of its URL: `<sha1>.<ext>`, of an image `<sha1>-<W>x<H>.<ext>`. */
  file: string;
  /** `@sanity/image-url` parses that of an image. */
  documentId: string;
}

export interface ImageName extends AssetName {
  /** In pixels, upright (EXIF orientation applied). */
  width: number;
  height: number;
}

export const fileName = (sha1: string, extension: string): AssetName => ({
  kind: "files",
  sha1,
  extension,
  file: `${sha1}.${extension}`,
  documentId: `file-${sha1}-${extension}`,
});

export function imageName(sha1: string, width: number, height: number, extension: string): ImageName {
  const stem = `${sha1}-${width}x${height}`;
  const names = { file: `${stem}.${extension}`, documentId: `image-${stem}-${extension}` };
  return { kind: "images", sha1, extension, ...names, width, height };
}

const IMAGE_FILE = /^([0-9a-f]{40})-([1-9]\d{0,5})x([1-9]\d{0,5})\.([a-z]{2,5})$/;
const FILE_FILE = /^([0-9a-f]{40})\.([a-z0-9]{1,16})$/;

/** Parses the last part of an image's URL. Returns null for anything else, `..` included. */
export function parseImageFile(file: string): ImageName | null {
  const [match, sha1 = "", width, height, extension = ""] = IMAGE_FILE.exec(file) ?? [];
  return match === undefined ? null : imageName(sha1, Number(width), Number(height), extension);
}

/** Parses the last part of an asset's URL. Returns null for anything else. */
export function parseAssetFile(kind: AssetKind, file: string): AssetName | null {
  if (kind === "images") return parseImageFile(file);
  const [match, sha1 = "", extension = ""] = FILE_FILE.exec(file) ?? [];
  return match === undefined ? null : fileName(sha1, extension);
}

/** Returns the path of an asset below the lake: `images/<project>/<dataset>/<file>`. */
export const assetPath = (
  { kind, file }: AssetName,
  config: Pick<LakeConfig, "projectId" | "dataset">,
): string => `${kind}/${config.projectId}/${config.dataset}/${file}`;

/** Returns the URL at which visitors reach the lake. */
export const publicBase = (config: Pick<LakeConfig, "publicUrl" | "basePath">): string =>
  `${config.publicUrl}${config.basePath}`;

export const isAsset = ({ _type }: LakeDocument): boolean =>
  _type === "sanity.imageAsset" || _type === "sanity.fileAsset";

/**
 * Returns an asset document with its `url` below `base`: the stored one may have a former origin of the lake. Returns other
 * documents unchanged.
 */
export function withUrlBelow(document: LakeDocument, base: string): LakeDocument {
  const path = document["path"];
  return isAsset(document) && typeof path === "string" ? { ...document, url: `${base}/${path}` } : document;
}

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

  path({ kind, file }: AssetName): string {
    return join(this.root, kind, file);
  }

  /** Moves received bytes to their place. Once it resolves they survive a power cut. The same content twice is fine. */
  async adopt(temporary: string, name: AssetName): Promise<void> {
    await rename(temporary, this.path(name));
    await syncDirectory(join(this.root, name.kind));
  }

  /** Resolves with the length in bytes, or null if the file does not exist. */
  async size(name: AssetName): Promise<number | null> {
    try {
      return (await stat(this.path(name))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /**
   * Removes the files of orphans and resolves with their names. Files of the last hour stay: their document may be about to be
   * written. So does what is no asset.
   */
  async sweep(isOrphan: (name: AssetName) => boolean): Promise<AssetName[]> {
    const removed: AssetName[] = [];
    for (const kind of ["images", "files"] as const) {
      for (const file of await readdir(join(this.root, kind))) {
        const name = parseAssetFile(kind, file);
        if (!name || !isOrphan(name)) continue;
        const path = this.path(name);
        if (Date.now() - (await stat(path)).mtimeMs < GRACE_MS) continue;
        await rm(path, { force: true });
        removed.push(name);
      }
    }
    return removed;
  }
}
