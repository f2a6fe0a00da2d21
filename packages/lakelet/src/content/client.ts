import { createClient } from "@sanity/client";
import type { ClientConfig, SanityClient } from "@sanity/client";

/** Returns the base of every client of a lake. `apiHost` includes the base path. */
export function clientFor(apiHost: string, token?: string, config: Partial<ClientConfig> = {}): SanityClient {
  return createClient({
    apiHost,
    useProjectHostname: false,
    projectId: "local",
    dataset: "production",
    apiVersion: "2025-02-19",
    useCdn: false,
    ...(token === undefined ? {} : { token }),
    ...config,
  });
}
