import { env } from "../platform/env.instance.server.ts";
import {
  createAdminClient,
  createDraftsClient,
  createPublicClient,
  createWriteClient,
} from "./client.server.ts";

export const publicClient = createPublicClient(env.content);
/** Asks the content store itself, not its CDN: for prices, and for pages that are made anew after a change. */
export const freshClient = publicClient.withConfig({ useCdn: false });
export const writeClient = createWriteClient(env.content);
export const adminClient = createAdminClient(env.content);
export const draftsClient = createDraftsClient(env.content);
