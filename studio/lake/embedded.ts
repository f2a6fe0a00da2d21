import { createClient } from "@sanity/client";
import type { WorkspaceOptions } from "sanity";
import { createLakeFetch } from "./transport.ts";

const off = { enabled: false };

/** Hides the Studio's warning about HTTP/1.1 connection limits: our event streams share one WebSocket. */
function silenceProtocolWarning(): void {
  try {
    sessionStorage.setItem("sanity-studio.network.check.snooze", new Date().toISOString());
  } catch {
    // Storage is blocked: the warning is shown.
  }
}

/**
 * Returns the workspace options for the embedded lake: its URL and transport, the site's own sign-in, and Sanity's hosted
 * features switched off.
 * @param apiHost URL of the lake, with its path
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

/** The same for per-document options. The Studio's types lack these names. */
export const embeddedDocument: object = { comments: off, askToEdit: off };
