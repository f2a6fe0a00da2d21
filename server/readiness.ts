import { isHttpError, type SanityClient } from "@sanity/client";

/** How long the content store may take to say that it is there, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Asks the content store whether it answers at all. Any answer below 500 counts: this is about reachability, what a
 * query returns is the page's business.
 */
export function createReadiness(client: SanityClient): () => Promise<boolean> {
  const probe = client.withConfig({ useCdn: false, maxRetries: 0, timeout: TIMEOUT_MS });
  return () =>
    probe.fetch<unknown>("1").then(
      () => true,
      (error: unknown) => isHttpError(error) && error.statusCode < 500,
    );
}
