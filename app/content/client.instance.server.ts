import type { ContentStore } from "../platform/content-store.ts";
import { env } from "../platform/env.instance.server.ts";
import {
  createAdminClient,
  createDraftsClient,
  createPublicClient,
  createReadClient,
  createWriteClient,
} from "./client.server.ts";

export const publicClient = createPublicClient(env.content);
/** Asks the content store itself, not its CDN: for prices, and for pages that are made anew after a change. */
export const freshClient = publicClient.withConfig({ useCdn: false });
export const readClient = createReadClient(env.content);
export const writeClient = createWriteClient(env.content);
/** Both, for what reads a document and then changes it. */
export const contentStore: ContentStore = { readClient, writeClient };
export const adminClient = createAdminClient(env.content);
export const draftsClient = createDraftsClient(env.content);
