import { createClient } from "@sanity/client";
import type { WorkspaceOptions } from "sanity";
import { createLakeFetch } from "./transport.ts";

const off = { enabled: false };

/** The Studio warns of HTTP/1.1 because of its limit of connections; the streams do not need them here. */
function silenceProtocolWarning(): void {
  try {
    sessionStorage.setItem("sanity-studio.network.check.snooze", new Date().toISOString());
  } catch {
    // Storage may be forbidden; then there is a warning.
  }
}

/**
 * What only the embedded lake needs: its address and transport, the site's own sign-in, and the hosted features that it does not have
 * switched off.
 * @param apiHost address of the lake, with its path
 */
export function embeddedLake(apiHost: string) {
  silenceProtocolWarning();
  const lakeFetch = createLakeFetch(apiHost);
  return {
    apiHost,
    unstable_clientFactory: (options) =>
      createClient({
        ...options,
        apiHost,
        useProjectHostname: false,
        resolveFetch: () => lakeFetch as typeof fetch,
      }),
    auth: {
      loginMethod: "cookie",
      redirectOnSingle: true,
      providers: [{ name: "local", title: "Sign in", url: `${apiHost}/auth/login` }],
    },
    releases: off,
    scheduledDrafts: off,
    scheduledPublishing: off,
    tasks: off,
    announcements: off,
    mediaLibrary: off,
    apps: { canvas: off },
  } satisfies Partial<WorkspaceOptions>;
}

/** The same for what is set per document. These names are missing in the Studio's types. */
export const embeddedDocument: object = { comments: off, askToEdit: off };
