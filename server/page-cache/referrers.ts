import { createClient } from "@sanity/client";
import type { ContentEnv } from "../../app/platform/env.server.ts";
import type { Referrers } from "./content-changes.ts";

/** More than this at once, and the rest is left to age. */
const MAX_IDS = 500;

const QUERY = "*[references($ids)]{ _id, _type }";

/** Asks the content store who refers to a document, as a visitor and past its CDN. */
export function createReferrers(content: ContentEnv, apiHost: string | undefined): Referrers {
  const client = createClient({
    projectId: content.projectId,
    dataset: content.dataset,
    apiVersion: "2025-02-19",
    useCdn: false,
    perspective: "published",
    timeout: 10_000,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
  });
  return (ids) => client.fetch(QUERY, { ids: ids.slice(0, MAX_IDS) });
}
