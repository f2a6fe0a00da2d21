import type { SanityClient } from "@sanity/client";
import { throwStoreError, withoutRetries } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import type { Probe } from "../platform/probe.server.ts";
import type { ContentClients } from "./client.server.ts";

/** How long the content store may take to respond, in ms. */
const TIMEOUT_MS = 2_000;

/** What every page needs, and the first of them. */
const NEEDED = ["siteSettings", "homePage"];

/** For whoever starts a site on a new dataset. */
const EMPTY_DATASET = "The dataset is empty; npm run content:import -- seed";

/** Resolves when pages can be rendered from what `client` reads, which does not ask the CDN. Rejects with an AppError that says why not. */
export async function requireContent(client: SanityClient): Promise<void> {
  const found = await client
    .fetch<unknown>(`*[_id in $ids]._id`, { ids: NEEDED }, { perspective: "published" })
    .catch(throwStoreError);
  if (!Array.isArray(found)) throw new AppError("unavailable", "The content store returned no data.");
  if (found.length === 0) throw new AppError("unavailable", EMPTY_DATASET);
  const missing = NEEDED.filter((id) => !found.includes(id));
  if (missing.length > 0) throw new AppError("unavailable", `Not published: ${missing.join(", ")}`);
}

/** Returns the probe of the content store: pages can be rendered, and the read token is valid. */
export function contentProbe({
  freshClient,
  readClient,
}: Pick<ContentClients, "freshClient" | "readClient">): Probe {
  const isSame = freshClient.config().token === readClient.config().token;
  const clients = (isSame ? [readClient] : [freshClient, readClient]).map((client) =>
    withoutRetries(client, TIMEOUT_MS),
  );
  return {
    service: "content",
    holdsMs: 1_000,
    async ask() {
      await Promise.all(clients.map(requireContent));
    },
  };
}
