import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { datasetDirectory } from "../src/model/dataset.ts";
import { DirectoryInUseError, openDatabase } from "../src/store/database.ts";
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
 * Deletes documents, history and assets of datasets. Returns false if none of them exists.
 * @throws LakeDirectoryError if another process has one of them open; nothing is deleted then
 */
export function clearDatasets(directory: string, datasets: readonly string[]): boolean {
  const folders = datasets
    .map((dataset) => datasetDirectory(directory, dataset))
    .filter((folder) => existsSync(join(folder, "lake.db")));
  for (const folder of folders) checkFree(folder);
  for (const folder of folders)
    for (const name of CONTENT) rmSync(join(folder, name), { recursive: true, force: true });
  return folders.length > 0;
}

/** Runs `reset`. @throws LakeDirectoryError while a server has the directory */
export function reset({ data, datasets }: Options): void {
  const hasDeleted = clearDatasets(data, datasets);
  const result = hasDeleted ? "all documents and assets are deleted" : "there is nothing to delete";
  console.log(`${datasets.join(", ")} in ${data}: ${result}.`);
}
