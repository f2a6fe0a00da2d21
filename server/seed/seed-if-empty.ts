import { fileURLToPath } from "node:url";
import type { SanityClient } from "@sanity/client";

export interface SeedOptions {
  /** Folder with one .ndjson and `images/`; the repository's seed when left out. */
  directory?: string;
  onStep?: (step: string) => void;
}

const SEED = fileURLToPath(new URL("../../seed", import.meta.url));

/** Says that an import has begun and not ended. Its id has a dot, so no visitor sees it. */
const MARKER = "seed.import";

/**
 * Fills an empty lake with the seed. Empty means: no siteSettings document. An import that was interrupted is done
 * again, from the start. On a lake that is not empty this is one query.
 * @param client holds the write token and sees drafts (`connect`)
 * @returns the number of documents imported; 0 when there was nothing to do
 */
export async function seedIfEmpty(client: SanityClient, options: SeedOptions = {}): Promise<number> {
  const { directory = SEED, onStep } = options;
  if (await isFilled(client)) return 0;
  await client.createIfNotExists({ _id: MARKER, _type: "seedImport" });
  // Loaded only here: a start that has nothing to import does not wait for the importer.
  const { importContent } = await import("./import-content.ts");
  const count = await importContent({
    client,
    apiHost: client.config().apiHost,
    source: directory,
    operation: "createOrReplace",
    ...(onStep ? { onStep } : {}),
  });
  await client.delete(MARKER);
  return count;
}

async function isFilled(client: SanityClient): Promise<boolean> {
  const found = await client.fetch<string[]>(`*[_id in ["siteSettings", "${MARKER}"]]._id`);
  return found.includes("siteSettings") && !found.includes(MARKER);
}
