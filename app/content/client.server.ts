import { createClient, type SanityClient } from "@sanity/client";
import { type ContentStore, type WriteClient, inProcess, type LakeFetch } from "../platform/content-store.ts";
import type { ContentEnv } from "../platform/env.server.ts";
import { AppError } from "../platform/errors.ts";

/** Sanity API date this site is written against. */
const API_VERSION = "2025-02-19";

export interface ContentClients extends ContentStore {
  /** Reads what every visitor may see: no token, published documents only, from the CDN when hosted. */
  publicClient: SanityClient;
  /** The same from the content store itself, not its CDN: for prices, and for pages that are made anew after a change. */
  freshClient: SanityClient;
  /**
   * Reads private documents as they are this moment: the read token, never the CDN. The write token does not stand in, because
   * nothing that a visitor asks for may be read with it.
   */
  readClient: SanityClient;
  /** Writes, and by its type does nothing else: who holds the write token reads nothing with it. */
  writeClient: WriteClient;
  /** Reads what only admins may see, as it is this moment: never from the CDN, and without long retries. */
  adminClient: SanityClient;
  /** Reads what the site would show if everything were published now: for editors who preview. */
  draftsClient: SanityClient;
}

/** Milliseconds that an admin waits for the store before the page says that it cannot answer. */
const ADMIN_TIMEOUT = 6_000;

/**
 * The clients of this site. With `lakeFetch` they ask the lake in this process, without a socket. Throws an AppError where only
 * the write token is configured, or where there is no content store.
 */
export function createClients(content: ContentEnv, lakeFetch: LakeFetch | null): ContentClients {
  if (content.writeToken !== undefined && content.readToken === undefined)
    throw new AppError(
      "bad-request",
      "The content store is half configured: SANITY_API_READ_TOKEN missing. SANITY_API_WRITE_TOKEN is only used to write.",
    );
  const connect = connector(content, lakeFetch);
  const publicClient = connect(undefined, true);
  const readClient = connect(content.readToken, false);
  return {
    publicClient,
    freshClient: publicClient.withConfig({ useCdn: false }),
    readClient,
    writeClient: connect(content.writeToken, false),
    adminClient: readClient.withConfig({ timeout: ADMIN_TIMEOUT, maxRetries: 0 }),
    draftsClient: readClient.withConfig({ perspective: "drafts" }),
  };
}

function connector(content: ContentEnv, lakeFetch: LakeFetch | null) {
  if (!lakeFetch && content.mode === "embedded" && content.apiHost === undefined)
    throw new AppError("internal", "The content lake of this process is not open.");
  const place = lakeFetch ? inProcess(lakeFetch) : content.apiHost ? { apiHost: content.apiHost } : null;
  return (token: string | undefined, useCdn: boolean): SanityClient =>
    createClient({
      projectId: content.projectId,
      dataset: content.dataset,
      apiVersion: API_VERSION,
      useCdn: useCdn && place === null,
      perspective: "published",
      timeout: 10_000,
      ...(token ? { token } : {}),
      ...(place ? { ...place, useProjectHostname: false } : {}),
    });
}

/**
 * Where the addresses of pictures begin, without a trailing slash. The embedded lake is on our own origin, so the path
 * alone will do, whatever name the visitor reached the site by.
 */
export function assetBase(content: ContentEnv): string {
  if (content.mode === "hosted") return "https://cdn.sanity.io";
  return content.apiHost ?? "/lake";
}
