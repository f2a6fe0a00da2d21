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

/** Creates the service that starts previews of drafts from the Studio. */
export function createEditorPreview({ env, secret, clients }: EditorPreviewDeps) {
  return {
    ...createPreview(secret, env.publicUrl),
    /** Each attempt queries the content store. */
    throttle: createThrottle({ name: "preview", requests: 120, seconds: 600 }, env.redis),
    /** Returns the path to preview when the Studio created the URL recently, else null. */
    async pathFor(url: string): Promise<string | null> {
      const { isValid, redirectTo } = await validatePreviewUrl(clients.adminClient, url);
      return isValid ? (redirectTo ?? "/") : null;
    },
  };
}
