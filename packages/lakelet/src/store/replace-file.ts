import { renameSync, writeFileSync } from "node:fs";

/** Replaces a file that only its owner may read. A process that ends meanwhile leaves the old file or the new one, whole. */
export function replaceFile(file: string, text: string): void {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}
