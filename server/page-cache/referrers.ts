import type { SanityClient } from "@sanity/client";
import type { Referrers } from "./content-changes.ts";

/** More than this at once, and the rest is left to age. */
const MAX_IDS = 500;

const QUERY = "*[references($ids)]{ _id, _type }";

/** Asks the content store who refers to a document, as a visitor and past its CDN. */
export function createReferrers(client: SanityClient): Referrers {
  return (ids) => client.fetch(QUERY, { ids: ids.slice(0, MAX_IDS) });
}
