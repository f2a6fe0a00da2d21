import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { datasetDirectory } from "../src/model/dataset.ts";
import { DirectoryInUseError } from "../src/model/errors.ts";
import { openDatabase } from "../src/store/database.ts";
import type { Options } from "./options.ts";

const CONTENT = ["lake.db", "lake.db-wal", "lake.db-shm", "assets", "image-cache", "snapshots"];

function checkFree(folder: string): void {
  try {
    openDatabase(folder).close();
  } catch (error) {
    // A damaged database may be deleted.
    if (error instanceof DirectoryInUseError) throw error;
  }
}

/**
 * Deletes documents, history and assets of datasets.
 * @throws LakeDirectoryError if another process has one of them open; nothing is deleted then
 */
export function reset({ data, datasets }: Options): void {
  const folders = datasets
    .map((dataset) => datasetDirectory(data, dataset))
    .filter((folder) => existsSync(join(folder, "lake.db")));
  for (const folder of folders) checkFree(folder);
  for (const folder of folders)
    for (const name of CONTENT) rmSync(join(folder, name), { recursive: true, force: true });
  const result = folders.length > 0 ? "all documents and assets are deleted" : "there is nothing to delete";
  console.log(`${datasets.join(", ")} in ${data}: ${result}.`);
}
