import { createClient, type SanityClient } from "@sanity/client";
import {
  inProcess,
  LAKE_URL,
  withoutRetries,
  type LakeFetch,
  type WriteClient,
} from "../platform/content-store.server.ts";
import type { ContentEnv } from "../platform/env.server.ts";
import { AppError } from "../platform/errors.ts";

const API_VERSION = "2025-02-19";

export type ContentClients = ReturnType<typeof createClients>;

/** Marks requests to the lake of another process as the site's own. */
const SITE_HEADER = "x-lake-site";
/** How long admin pages wait for the store before they show an error. */
const ADMIN_TIMEOUT_MS = 6_000;

/**
 * Creates the clients of the content store. With `lakeFetch` they call the lake in this process. Throws an AppError when only the
 * write token is configured, or no content store at all.
 */
export function createClients(content: ContentEnv, lakeFetch: LakeFetch | null) {
  if (content.writeToken !== undefined && content.readToken === undefined)
    throw new AppError(
      "bad-request",
      "The content store is half configured: SANITY_API_READ_TOKEN missing. SANITY_API_WRITE_TOKEN is only used to write.",
    );
  const connect = connector(content, lakeFetch);
  const publicClient = connect(content.isPublic ? undefined : content.readToken, true);
  const readClient = connect(content.readToken, false);
  /** Its type has no methods to read. */
  const writeClient: WriteClient & Pick<SanityClient, "action"> = connect(content.writeToken, false);
  return {
    /** Reads public content: published documents only, from the CDN when hosted; with the read token only where the dataset is private. */
    publicClient,
    /** The same without the CDN: for prices, and for pages that are rendered again after a change. */
    freshClient: publicClient.withConfig({ useCdn: false }),
    /**
     * Reads private documents and previews with the read token, never from the CDN. Does not fall back to the write token, which must
     * not serve visitors' requests.
     */
    readClient,
    writeClient,
    /** Reads private documents for admins, never from the CDN, and without retries. */
    adminClient: withoutRetries(readClient, ADMIN_TIMEOUT_MS),
    readPicture: pictureReader(content, lakeFetch),
  };
}

const ASSET_PATH = /^images\/[\w-]+\/[\w-]+\/[\w-]+\.[a-z]+$/;
const PICTURE_TIMEOUT_MS = 5_000;

/** Returns a function that reads the file of a public image, which throws an AppError `unavailable` when it cannot be read. */
function pictureReader(content: ContentEnv, lakeFetch: LakeFetch | null) {
  const place = elsewhere(content);
  const base = lakeFetch ? LAKE_URL : (place?.apiHost ?? "https://cdn.sanity.io");
  return async (assetPath: string): Promise<Buffer> => {
    if (!ASSET_PATH.test(assetPath)) throw new AppError("bad-request", "That is no path of an image.");
    const signal = AbortSignal.timeout(PICTURE_TIMEOUT_MS);
    const request = new Request(`${base}/${assetPath}`, {
      ...(place?.headers ? { headers: place.headers } : {}),
      signal,
    });
    const response = await (lakeFetch ?? fetch)(request);
    if (!response.ok) throw new AppError("unavailable", `The image was answered with ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  };
}

/** Returns the client options for an API that is neither in this process nor Sanity's own; null when there is none. */
function elsewhere({ apiHost, siteToken }: ContentEnv) {
  if (apiHost === undefined) return null;
  return { apiHost, ...(siteToken ? { headers: { [SITE_HEADER]: siteToken } } : {}) };
}

function connector(content: ContentEnv, lakeFetch: LakeFetch | null) {
  if (!lakeFetch && content.mode === "embedded" && content.apiHost === undefined)
    throw new AppError("internal", "The content lake of this process is not open.");
  const place = lakeFetch ? inProcess(lakeFetch) : elsewhere(content);
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
 * Returns the base URL of images, without a trailing slash. For the embedded or a shared lake it is a path, which works under
 * any host name of the site.
 */
export function assetBase(content: ContentEnv): string {
  if (content.mode === "hosted") return "https://cdn.sanity.io";
  return (content.siteToken ? undefined : content.apiHost) ?? "/lake";
}
