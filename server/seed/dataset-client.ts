import { createClient, type SanityClient } from "@sanity/client";
import { inProcess, type LakeFetch } from "../../app/platform/content-store.server.ts";

export interface ConnectionOptions {
  projectId: string;
  dataset: string;
  /** Default: no token. */
  token?: string | undefined;
  /** Origin and path of the API, unless it is Sanity's own. */
  apiHost?: string | undefined;
  /** The lake in this process. */
  lakeFetch?: LakeFetch;
}

/** Creates a client for whole datasets: it sees drafts and has a long timeout. */
export function connect({ projectId, dataset, token, apiHost, lakeFetch }: ConnectionOptions): SanityClient {
  return createClient({
    projectId,
    dataset,
    ...(token ? { token } : {}),
    apiVersion: "2025-02-19",
    perspective: "raw",
    useCdn: false,
    timeout: 60_000,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    ...(lakeFetch ? { ...inProcess(lakeFetch), useProjectHostname: false } : {}),
  });
}
