import { fileURLToPath } from "node:url";
import type { SanityClient } from "@sanity/client";

export interface SeedOptions {
  /** Folder with one .ndjson and `images/`; the repository's seed by default. */
  directory?: string;
  onStep?: (step: string) => void;
}

const SEED = fileURLToPath(new URL("../../seed", import.meta.url));

/** Exists while an import runs. The dot in its id makes it private. */
const MARKER = "seed.import";

/**
 * Imports the seed into a lake without a siteSettings document; repeats an interrupted import from the start. On a filled lake
 * this is one query. `client` holds the write token and sees drafts (`connect`). Returns the number of imported documents.
 */
export async function seedIfEmpty(client: SanityClient, options: SeedOptions = {}): Promise<number> {
  const { directory = SEED, onStep } = options;
  if (await isFilled(client)) return 0;
  await client.createIfNotExists({ _id: MARKER, _type: "seedImport" });
  // A start without an import does not load the importer.
  const { importContent } = await import("lakelet/content");
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
