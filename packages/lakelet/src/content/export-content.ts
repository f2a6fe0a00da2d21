import { open, rename, rm } from "node:fs/promises";
import type { SanityClient } from "@sanity/client";
import { exportDataset } from "@sanity/export";
import { eachOnce } from "./client.ts";

export interface ExportRequest {
  client: SanityClient;
  /** Set when the client does not speak to Sanity's own API. */
  apiHost?: string | undefined;
  dataset: string;
  /** The .tar.gz to write. It holds personal data: only its owner may read it. */
  target: string;
  /** Default true. */
  assets?: boolean;
  /** Default true. */
  drafts?: boolean;
  onStep?: (step: string) => void;
}

/**
 * Writes a whole dataset, private documents included, into one file in the format of `sanity datasets export`. The file
 * exists only when it is complete.
 * @throws Error if a document or asset cannot be read, or the file cannot be written
 */
export async function exportContent(request: ExportRequest): Promise<{ documents: number; assets: number }> {
  const { client, apiHost, dataset, target, assets = true, drafts = true, onStep } = request;
  const partial = `${target}.partial`;
  const output = (await open(partial, "w", 0o600)).createWriteStream({ flush: true });
  try {
    const { documentCount, assetCount } = await exportDataset({
      client: {
        config: () => ({ token: client.config().token ?? "" }),
        getUrl: (path) => exportUrl(client, path, apiHost),
      },
      dataset,
      outputPath: output,
      assets,
      drafts,
      onProgress: eachOnce(onStep),
    });
    await rename(partial, target);
    return { documents: documentCount, assets: assetCount };
  } catch (error) {
    output.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Returns the URL to download an asset from: a lake's public origin may not be reachable from here, so the API's is used. */
function exportUrl(client: SanityClient, path: string, apiHost: string | undefined): string {
  const url = client.getUrl(path);
  return apiHost === undefined ? url : `${url}?assetBase=${encodeURIComponent(apiHost)}`;
}
