import type { Services } from "./services.server.ts";

/** What the page cache and a page's content have to do with each other, for one request. */
export interface PageContent {
  /** What the page was made of; loaders add to it. */
  readonly tags: Set<string>;
  /** The page is made anew because its content changed: the content store's CDN may not have heard of that yet. */
  readonly fresh: boolean;
  /** The page shows drafts, to an editor. */
  readonly drafts: boolean;
}

/** What loaders, actions and the rendering of a page get from the server with each request. */
export type LoadContext = {
  services: Services;
  /** The key under which the caller's limits and shares are counted (`callerKeyOf`). */
  callerKey: string;
  requestId: string;
  cache: PageContent;
  csp: {
    /** Set while rendering: the page loads Google Analytics. */
    analytics: boolean;
    /** Set while rendering: `'sha256-…'` of each inline script that the renderer itself made. */
    scriptHashes: readonly string[];
  };
};
