import type { SanityClient } from "@sanity/client";
import type { Env } from "../app/platform/env.server.ts";

/** How long the content store may take to say which accounts there are, in milliseconds. */
const TIMEOUT_MS = 2_000;

async function hasAccount({ adminEmails }: Env, client: SanityClient): Promise<boolean> {
  const query = `count(*[_type == "account" && email in $emails])`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return (await client.fetch<number>(query, { emails: adminEmails }, { signal })) !== 0;
}

/**
 * What to do so that somebody can open /admin; null when there is nothing to do, or the store does not say. `client` holds
 * a token: accounts are invisible without. Never throws.
 */
export async function adminHint(env: Env, client: SanityClient): Promise<string | null> {
  const [first] = env.adminEmails;
  if (!first) return "nobody yet: name two addresses in ADMIN_EMAILS, then npm run admin:create -- <address>";
  if (env.google.on) return null;
  const there = await hasAccount(env, client).catch(() => true);
  return there ? null : `no password yet: npm run admin:create -- ${first}`;
}
