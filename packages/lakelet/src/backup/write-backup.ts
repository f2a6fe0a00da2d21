import { copyFile, link, mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isAsset, parseAssetFile, syncDirectory } from "../assets/asset-store.ts";
import type { AssetName } from "../assets/asset-store.ts";
import { isReleaseId } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import type { ChangeWatch } from "../store/checkpoint.ts";
import { batchesBefore, documentsBefore } from "../store/documents-before.ts";
import type { Store } from "../store/store.ts";

/** What a backup holds, in its `manifest.json`. */
export interface BackupManifest {
  /** ISO 8601. */
  createdAt: string;
  documents: number;
  assets: number;
  /** Where the parts of `data.ndjson` end, in bytes. A download takes each part into memory as one string. */
  parts: readonly number[];
}

const PART_BYTES = 32 * 1024 * 1024;

/** Characters of documents that are rendered in one turn of the event loop. */
const RENDERED_PER_TURN = 256 * 1024;

const ASSET_ID = /^(image|file)-(.+)-([a-z0-9]+)$/;

function assetOf(id: string): AssetName | null {
  const [, type, stem, extension] = ASSET_ID.exec(id) ?? [];
  return type ? parseAssetFile(type === "image" ? "images" : "files", `${stem}.${extension}`) : null;
}

const isBackedUp = ({ _id }: LakeDocument): boolean => !_id.startsWith("_.") || isReleaseId(_id);

/** What an import makes anew. */
const DERIVED = new Set(["_id", "_type", "assetId", "extension", "mimeType", "path", "uploadId", "url"]);

const detailsOf = (document: LakeDocument): object =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !DERIVED.has(name)));

/** Returns the value with references to the backup's assets replaced by their files, as an import expects them. */
function withAssetFiles(value: unknown, assets: ReadonlyMap<string, AssetName>): unknown {
  if (Array.isArray(value)) return value.map((item) => withAssetFiles(item, assets));
  if (typeof value !== "object" || value === null) return value;
  const { asset: reference, ...rest } = value as { asset?: { _ref?: unknown } | null };
  const asset = typeof reference?._ref === "string" ? assets.get(reference._ref) : undefined;
  const entries = Object.entries(asset ? rest : value).map(([name, item]) => [
    name,
    withAssetFiles(item, assets),
  ]);
  const kept = Object.fromEntries(entries) as object;
  if (!asset) return kept;
  return { _sanityAsset: `${asset.kind.slice(0, -1)}@file://./${asset.kind}/${asset.file}`, ...kept };
}

/** Writes the documents as NDJSON and returns where its parts end. */
async function writeDocuments(
  path: string,
  documents: Iterable<LakeDocument>,
  assets: ReadonlyMap<string, AssetName>,
  signal: AbortSignal,
): Promise<{ written: number; parts: number[] }> {
  const file = await open(path, "wx", 0o600);
  const parts: number[] = [];
  let bytes = 0;
  let written = 0;
  let text = "";
  const flush = async (): Promise<void> => {
    bytes += Buffer.byteLength(text);
    await file.writeFile(text);
    text = "";
    await nextTurn();
    signal.throwIfAborted();
    if (bytes - (parts.at(-1) ?? 0) >= PART_BYTES) parts.push(bytes);
  };
  try {
    for (const document of documents) {
      if (isAsset(document) || !isBackedUp(document)) continue;
      written += 1;
      text += `${JSON.stringify(withAssetFiles(document, assets))}\n`;
      if (text.length >= RENDERED_PER_TURN) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { written, parts: bytes > (parts.at(-1) ?? 0) ? [...parts, bytes] : parts };
}

/** Links a file, which costs no space, or copies it where links are not possible. False if it does not exist. */
async function place(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    await copyFile(from, to);
  }
  return true;
}

/**
 * Writes all documents and assets as of the call into a new folder, in the format of `sanity dataset export`. History,
 * people and settings are not in it.
 * @param directory of the lake
 * @throws Error if the folder cannot be written, and the signal's reason
 */
export async function writeBackup(
  store: Pick<Store, "documents" | "watch">,
  directory: string,
  folder: string,
  signal: AbortSignal,
): Promise<BackupManifest> {
  const watch = store.watch();
  try {
    return await writeAsOf(watch, store, { directory, folder, signal });
  } finally {
    watch.end();
  }
}

async function writeAsOf(
  watch: ChangeWatch,
  { documents }: Pick<Store, "documents">,
  { directory, folder, signal }: { directory: string; folder: string; signal: AbortSignal },
): Promise<BackupManifest> {
  const createdAt = new Date().toISOString();
  const assets = new Map<string, AssetName>();
  const details: Record<string, object> = {};
  for (const kind of ["images", "files"]) await mkdir(join(folder, kind), { recursive: true, mode: 0o700 });
  let placed = 0;
  for (const batch of batchesBefore(watch, documents)) {
    for (const document of batch) {
      const asset = isAsset(document) && isBackedUp(document) && assetOf(document._id);
      if (!asset) continue;
      signal.throwIfAborted();
      assets.set(document._id, asset);
      const { kind, file, sha1 } = asset;
      // Bytes of deleted assets stay while the lake is open, so those of the documents are there.
      if (await place(join(directory, "assets", kind, file), join(folder, kind, file))) placed += 1;
      details[`${kind.slice(0, -1)}-${sha1}`] = detailsOf(document);
    }
    await nextTurn();
  }
  const all = documentsBefore(watch, documents);
  const { written, parts } = await writeDocuments(join(folder, "data.ndjson"), all, assets, signal);
  const manifest = { createdAt, documents: written, assets: placed, parts };
  for (const [name, content] of Object.entries({ "assets.json": details, "manifest.json": manifest }))
    await writeFile(join(folder, name), JSON.stringify(content), { mode: 0o600, flush: true });
  for (const name of ["images", "files", ""]) await syncDirectory(join(folder, name));
  return manifest;
}
