import { validatePreviewUrl } from "@sanity/preview-url-secret";
import { env } from "../platform/env.instance.server.ts";
import { createPreview } from "../platform/preview.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { adminClient } from "./client.instance.server.ts";

export const preview = createPreview(secret, env.publicUrl);

/** Each attempt asks the content store; an editor opens a preview now and then. */
export const throttlePreview = createThrottle({ name: "preview", requests: 120, seconds: 600 }, env.redis);

/** The path that the Studio wants to see, for an address that it made itself a moment ago; null for every other one. */
export async function askedByStudio(url: string): Promise<string | null> {
  const { isValid, redirectTo } = await validatePreviewUrl(adminClient, url);
  return isValid ? (redirectTo ?? "/") : null;
}
