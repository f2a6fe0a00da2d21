import { validatePreviewUrl } from "@sanity/preview-url-secret";
import type { Env } from "../platform/env.server.ts";
import { createPreview } from "../platform/preview.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import type { ContentClients } from "./client.server.ts";

interface EditorPreviewDeps {
  env: Pick<Env, "publicUrl" | "redis">;
  secret: string;
  clients: Pick<ContentClients, "adminClient">;
}

/** The preview of drafts that editors open from the Studio. */
export function createEditorPreview({ env, secret, clients }: EditorPreviewDeps) {
  return {
    ...createPreview(secret, env.publicUrl),
    /** Each attempt asks the content store; an editor opens a preview now and then. */
    throttle: createThrottle({ name: "preview", requests: 120, seconds: 600 }, env.redis),
    /** The path that the Studio wants to see, for an address that it made itself a moment ago; null for every other one. */
    async pathFor(url: string): Promise<string | null> {
      const { isValid, redirectTo } = await validatePreviewUrl(clients.adminClient, url);
      return isValid ? (redirectTo ?? "/") : null;
    },
  };
}
