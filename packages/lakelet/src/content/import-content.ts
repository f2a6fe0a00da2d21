import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { MAX_FILE_BYTES } from "../model/limits.ts";
import { eachOnce } from "./client.ts";
import { checkFiles, openSource } from "./source.ts";
import type { Source } from "./source.ts";

const ASSET_PATH = /\/(?:images|files)\/[^/]+\/[^/]+\/[0-9a-f]{40}[^/]*$/;

type Fetch = typeof globalThis.fetch;

/** Returns the response with a body that fails beyond the largest file which a lake takes. */
function withBoundedBody(response: Response): Response {
  let bytes = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        if (bytes > MAX_FILE_BYTES) controller.error(new Error(`${response.url} is too large`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body ?? null, response);
}

/**
 * Returns a fetch that sends requests for assets to `apiHost` instead of the public origin in their URL, which this machine may
 * not be able to reach. Other URLs are unchanged.
 */
function assetFetch(apiHost: string, next: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) return next(input, init);
    const url = new URL(input);
    const path = ASSET_PATH.exec(url.pathname)?.[0];
    return withBoundedBody(await next(path ? `${apiHost}${path}${url.search}` : url, init));
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
 * format of `sanity datasets import`. Returns the number of documents. Throws when any part cannot be imported, and before anything
 * is written for an archive or folder that no export makes: one with links, with files outside it, or too large.
 */
export async function importContent(request: ImportRequest): Promise<number> {
  const source = await openSource(resolve(request.source));
  try {
    await checkFiles(source, request.apiHost === undefined ? Infinity : MAX_FILE_BYTES);
    return await importFrom(source, request);
  } finally {
    await source.close();
  }
}

async function importFrom({ path, dataFile, base }: Source, request: ImportRequest): Promise<number> {
  const { client, apiHost, operation, onStep } = request;
  const isFile = path === dataFile;
  const { numDocs, warnings } = await sanityImport(isFile ? createReadStream(path) : path, {
    client,
    operation,
    ...(isFile ? { assetsBase: base } : {}),
    ...(apiHost
      ? {
          assetFetch: assetFetch(
            apiHost,
            client.config().resolveFetch?.() as typeof fetch | undefined,
          ) as NonNullable<Parameters<typeof sanityImport>[1]["assetFetch"]>,
        }
      : {}),
    onProgress: eachOnce(onStep),
  });
  if (warnings.length > 0) throw new Error(warnings.map((warning) => warning.message).join("\n"));
  return numDocs;
}
