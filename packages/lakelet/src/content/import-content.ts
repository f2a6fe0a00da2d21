import { createReadStream, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import type { SanityClient } from "@sanity/client";

const ASSET_PATH = /\/(?:images|files)\/[^/]+\/[^/]+\/[0-9a-f]{40}[^/]*$/;

type Fetch = typeof globalThis.fetch;

/**
 * Returns a fetch that sends requests for assets to `apiHost` instead of the public origin in their URL, which this machine may
 * not be able to reach. Other URLs are unchanged.
 */
function assetFetch(apiHost: string, next: Fetch = globalThis.fetch): Fetch {
  return (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) return next(input, init);
    const url = new URL(input);
    const path = ASSET_PATH.exec(url.pathname)?.[0];
    return next(path ? `${apiHost}${path}${url.search}` : url, init);
  };
}

/** For a document whose id exists: fail, overwrite, or keep the existing one. */
type ImportOperation = "create" | "createOrReplace" | "createIfNotExists";

export interface ImportRequest {
  client: SanityClient;
  /** Set unless the client uses Sanity's own API. */
  apiHost?: string | undefined;
  /** An .ndjson file, a folder with one (and `images/`, `files/`), or a .tar.gz of the export. */
  source: string;
  operation: ImportOperation;
  onStep?: (step: string) => void;
}

/**
 * Imports documents and their assets (`"_sanityAsset": "image@file://./images/x.png"`, relative to the file), in the
 * format of `sanity datasets import`. Returns the number of documents. Throws when any part cannot be imported.
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
