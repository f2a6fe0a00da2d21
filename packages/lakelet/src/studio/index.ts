import { createClient } from "@sanity/client";
import type { ClientConfig, SanityClient } from "@sanity/client";
import { underLoopbackName } from "../auth/loopback.ts";
import { createStudioFetch } from "./studio-fetch.ts";
import { createLakeFetch } from "./transport.ts";

export { createLakeFetch };

const off = { enabled: false };

/**
 * How long reads are tried again while the lake cannot be reached: half a minute. One that fails makes a tool of the Studio crash,
 * and what was typed since is lost; the client's own five tries take six seconds.
 */
const retries = { maxRetries: 20, retryDelay: (attempt: number) => Math.min(100 * 2 ** attempt, 2000) };

/** Hides the Studio's warning about HTTP/1.1 connection limits: our event streams share one WebSocket. */
function silenceProtocolWarning(): void {
  try {
    sessionStorage.setItem("sanity-studio.network.check.snooze", new Date().toISOString());
  } catch {
    // Storage is blocked, or this is the CLI: the warning is shown.
  }
}

/** Keeps the page of the Studio from calling hosts that a lake does not have. The CLI, which reads the same configuration, has no page. */
function keepFromOtherHosts(lakeUrl: string): void {
  if ("document" in globalThis) globalThis.fetch = createStudioFetch(lakeUrl, fetch.bind(globalThis));
}

/** Document options that a lake has no service for. The Studio's types lack these names. */
export const lakeDocument: object = { comments: off, askToEdit: off };

/**
 * Returns workspace options for a Studio on a lake: its URL and transport, its sign-in, and Sanity's hosted features switched
 * off. A workspace with a `document` of its own adds `lakeDocument` to it.
 * @param lakeUrl absolute URL of the lake, with its base path
 */
export function lakeStudio(lakeUrl: string) {
  silenceProtocolWarning();
  const apiHost = underLoopbackName(lakeUrl, globalThis.location?.hostname ?? "");
  keepFromOtherHosts(apiHost);
  const lakeFetch = createLakeFetch(apiHost);
  const warned = new Set<string>();
  /** Says once that a workspace has an `apiHost` after `...lakeStudio()`: its clients use the lake, the rest of the Studio does not. */
  const checkHost = (other: string | undefined): void => {
    if (other === undefined || other === apiHost || warned.has(other)) return;
    warned.add(other);
    // oxlint-disable-next-line no-console -- the only way to tell the developer of a Studio
    console.warn(
      `lakeStudio: this workspace has an apiHost of its own, ${other}. Remove it, or put ...lakeStudio("${lakeUrl}") after it.`,
    );
  };
  return {
    apiHost,
    unstable_clientFactory: (options: ClientConfig): SanityClient => {
      checkHost(options.apiHost);
      return createClient({
        ...options,
        ...retries,
        apiHost,
        useProjectHostname: false,
        resolveFetch: () => lakeFetch as typeof fetch,
      });
    },
    auth: {
      loginMethod: "cookie" as const,
      // Studio 5 adds these to the lake's own otherwise.
      mode: "replace" as const,
      redirectOnSingle: true,
      providers: [{ name: "local", title: "Sign in", url: `${apiHost}/auth/login` }],
    },
    document: lakeDocument,
    scheduledPublishing: off,
    tasks: off,
    announcements: off,
    mediaLibrary: off,
    apps: { canvas: off },
  };
}
