import { createClient } from "@sanity/client";
import type { SanityClient } from "@sanity/client";
import { inProcess, type LakeFetch } from "../../app/platform/lake-fetch.server.ts";

export interface ConnectionOptions {
  projectId: string;
  dataset: string;
  token: string;
  /** Origin and path of the API when it is not Sanity's own. */
  apiHost?: string | undefined;
  /** Answers for the lake when it is in this process. */
  lakeFetch?: LakeFetch;
}

/** A client for moving whole datasets: sees drafts, waits longer than a page would. */
export function connect({ projectId, dataset, token, apiHost, lakeFetch }: ConnectionOptions): SanityClient {
  return createClient({
    projectId,
    dataset,
    token,
    apiVersion: "2025-02-19",
    perspective: "raw",
    useCdn: false,
    timeout: 60_000,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    ...(lakeFetch ? { ...inProcess(lakeFetch), useProjectHostname: false } : {}),
  });
}
