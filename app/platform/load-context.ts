import type { Services } from "./services.server.ts";

/** Content of one request, as the page cache needs it. */
export interface PageContent {
  /** The content that the page shows; loaders add to it. */
  readonly tags: Set<string>;
  /** The page is rendered because its content changed: read past the content store's CDN, which may be behind. */
  readonly fresh: boolean;
  /** The page shows drafts to an editor. */
  readonly drafts: boolean;
}

/** The context of loaders, actions and rendering. */
export type LoadContext = {
  services: Services;
  /** Key of the caller's limits (`callerKeyOf`). */
  callerKey: string;
  requestId: string;
  cache: PageContent;
  csp: {
    /** Set while rendering: true when the page loads Google Analytics. */
    analytics: boolean;
    /** Set while rendering: `'sha256-…'` of each inline script that the renderer wrote. */
    scriptHashes: readonly string[];
  };
};
