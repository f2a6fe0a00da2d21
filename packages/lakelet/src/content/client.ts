import { createClient } from "@sanity/client";
import type { ClientConfig, SanityClient } from "@sanity/client";

/** Returns the configuration of every client of a lake. `apiHost` includes the base path. */
export const configFor = (apiHost: string, token?: string) => ({
  apiHost,
  useProjectHostname: false,
  projectId: "local",
  dataset: "production",
  apiVersion: "2025-02-19",
  useCdn: false,
  ...(token === undefined ? {} : { token }),
});

export const clientFor = (
  apiHost: string,
  token?: string,
  config: Partial<ClientConfig> = {},
): SanityClient => createClient({ ...configFor(apiHost, token), ...config });

/** Returns a function that passes on each step once. */
export function eachOnce(onStep?: (step: string) => void): (progress: { step: string }) => void {
  let last = "";
  return ({ step }) => {
    if (step !== last) onStep?.(step);
    last = step;
  };
}
