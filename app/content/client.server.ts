import { createClient, type SanityClient } from "@sanity/client";
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

/** Writes submissions. Holds the write token, so it never leaves the server. */
export function createWriteClient(content: ContentEnv): SanityClient {
  return connect(content, content.writeToken, false);
}

/** Milliseconds that an admin waits for the store before the page says that it cannot answer. */
const ADMIN_TIMEOUT = 6_000;

/** Reads what only admins may see, as it is this moment: never from the CDN, and without long retries. */
export function createAdminClient(content: ContentEnv): SanityClient {
  return connect(content, content.readToken ?? content.writeToken, false).withConfig({
    timeout: ADMIN_TIMEOUT,
    maxRetries: 0,
  });
}

/** Reads what the site would show if everything were published now: for editors who preview. */
export function createDraftsClient(content: ContentEnv): SanityClient {
  return connect(content, content.readToken ?? content.writeToken, false).withConfig({
    perspective: "drafts",
  });
}
