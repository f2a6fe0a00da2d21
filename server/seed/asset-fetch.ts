const ASSET_PATH = /\/(?:images|files)\/[^/]+\/[^/]+\/[0-9a-f]{40}[^/]*$/;

type Fetch = typeof globalThis.fetch;

/**
 * A fetch that asks the lake at `apiHost` for assets, whatever public origin stands in their address: that origin may
 * be a name which this machine cannot reach, or a site that is not up yet. Other addresses pass unchanged.
 */
export function assetFetch(apiHost: string, next: Fetch = globalThis.fetch): Fetch {
  return (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) return next(input, init);
    const url = new URL(input);
    const path = ASSET_PATH.exec(url.pathname)?.[0];
    return next(path ? `${apiHost}${path}${url.search}` : url, init);
  };
}
