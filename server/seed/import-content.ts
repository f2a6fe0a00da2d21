import { createReadStream, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import type { SanityClient } from "@sanity/client";
import { assetFetch } from "./asset-fetch.ts";

/** What happens to a document whose id is there already: refuse, overwrite, or keep the one that is there. */
type ImportOperation = "create" | "createOrReplace" | "createIfNotExists";

export interface ImportRequest {
  client: SanityClient;
  /** Set when the client does not speak to Sanity's own API. */
  apiHost?: string | undefined;
  /** An .ndjson file, a folder with one (and `images/`, `files/`), or a .tar.gz as the export makes it. */
  source: string;
  operation: ImportOperation;
  onStep?: (step: string) => void;
}

/**
 * Imports documents and their assets (`"_sanityAsset": "image@file://./images/x.png"`, relative to the file), in the
 * format of `sanity datasets import`. Returns the number of documents; throws when anything of it cannot be imported.
 */
export async function importContent(request: ImportRequest): Promise<number> {
  const { client, apiHost, operation, onStep } = request;
  const source = resolve(request.source);
  const isFolder = statSync(source).isDirectory();
  let lastStep = "";
  const { numDocs, warnings } = await sanityImport(isFolder ? source : createReadStream(source), {
    client,
    operation,
    ...(isFolder ? {} : { assetsBase: dirname(source) }),
    ...(apiHost
      ? {
          assetFetch: assetFetch(
            apiHost,
            client.config().resolveFetch?.() as typeof fetch | undefined,
          ) as NonNullable<Parameters<typeof sanityImport>[1]["assetFetch"]>,
        }
      : {}),
    onProgress: ({ step }) => {
      if (step !== lastStep) onStep?.(step);
      lastStep = step;
    },
  });
  if (warnings.length > 0) throw new Error(warnings.map((warning) => warning.message).join("\n"));
  return numDocs;
}
