import type { PageContent } from "./cache-control.ts";
import type { Services } from "./services.server.ts";

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
