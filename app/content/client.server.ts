import { createClient, type SanityClient } from "@sanity/client";
import type { WriteClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import type { ContentEnv } from "../platform/env.server.ts";

/** Sanity API date this site is written against. */
const API_VERSION = "2025-02-19";

function connect(content: ContentEnv, token: string | undefined, useCdn: boolean): SanityClient {
  return createClient({
    projectId: content.projectId,
    dataset: content.dataset,
    apiVersion: API_VERSION,
    useCdn: useCdn && content.mode === "hosted" && content.apiHost === undefined,
    perspective: "published",
    timeout: 10_000,
    ...(token ? { token } : {}),
    ...(content.apiHost ? { apiHost: content.apiHost, useProjectHostname: false } : {}),
  });
}

/** Reads what every visitor may see: no token, published documents only, from the CDN when hosted. */
export function createPublicClient(content: ContentEnv): SanityClient {
  return connect(content, undefined, true);
}

/**
 * Reads private documents as they are this moment: the read token, never the CDN. Throws an AppError where only the write
 * token is configured: it does not stand in, because nothing that a visitor asks for may be read with it.
 */
export function createReadClient(content: ContentEnv): SanityClient {
  if (content.writeToken !== undefined && content.readToken === undefined)
    throw new AppError(
      "bad-request",
      "The content store is half configured: SANITY_API_READ_TOKEN missing. SANITY_API_WRITE_TOKEN is only used to write.",
    );
  return connect(content, content.readToken, false);
}

/** Writes, and by its type does nothing else: who holds the write token reads nothing with it. */
export function createWriteClient(content: ContentEnv): WriteClient {
  return connect(content, content.writeToken, false);
}

/** Milliseconds that an admin waits for the store before the page says that it cannot answer. */
const ADMIN_TIMEOUT = 6_000;

/** Reads what only admins may see, without long retries. */
export function createAdminClient(content: ContentEnv): SanityClient {
  return createReadClient(content).withConfig({ timeout: ADMIN_TIMEOUT, maxRetries: 0 });
}

/** Reads what the site would show if everything were published now: for editors who preview. */
export function createDraftsClient(content: ContentEnv): SanityClient {
  return createReadClient(content).withConfig({ perspective: "drafts" });
}
