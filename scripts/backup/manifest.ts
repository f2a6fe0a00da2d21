import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { z } from "zod";

const FILE = "manifest.json";

const schema = z.object({
  version: z.literal(1),
  /** ISO date and time of the start. Everything acknowledged before is in the backup. */
  begunAt: z.iso.datetime(),
  files: z.array(
    z.object({
      /** Below the backup's `data`, with forward slashes. */
      path: z
        .string()
        .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\\0][^\\\0]*$/, "a path below the data directory"),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.infer<typeof schema>;

/** Returns the directory of a backup's files. */
export const dataOf = (backup: string): string => join(backup, "data");

async function digest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Returns all files below a directory as sorted paths with forward slashes. Throws an Error for links, devices and pipes: a restored
 * link would make the site write to a file elsewhere.
 */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const strange = entries.find((entry) => !entry.isDirectory() && !entry.isFile());
  if (strange)
    throw new Error(`The backup was changed: ${join(strange.parentPath, strange.name)} is not a plain file.`);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

/** Writes the manifest of a backup, last, so that a backup without it is incomplete. */
export async function writeManifest(backup: string, begunAt: string): Promise<Manifest> {
  const files: Manifest["files"] = [];
  for (const path of await filesBelow(dataOf(backup)))
    files.push({ path, ...(await digest(join(dataOf(backup), path))) });
  const manifest: Manifest = { version: 1, begunAt, files };
  await writeFile(join(backup, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, FILE), "utf8").catch(() => {
    throw new Error(`${backup} is not a complete backup: it has no ${FILE}.`);
  });
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${join(backup, FILE)} is damaged, or of a newer version.`, { cause });
  }
}

/** Verifies every byte of a backup. Throws an Error that names the first missing, damaged or unexpected file. */
export async function verifyBackup(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const present = await filesBelow(dataOf(backup));
  for (const { path, bytes, sha256 } of manifest.files) {
    const found = await digest(join(dataOf(backup), path)).catch(() => null);
    if (!found) throw new Error(`The backup is damaged: ${path} is missing.`);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} has changed.`);
  }
  const known = new Set(manifest.files.map(({ path }) => path));
  const extra = present.find((path) => !known.has(path));
  if (extra) throw new Error(`The backup was changed: ${extra} is not in its manifest.`);
  return manifest;
}
