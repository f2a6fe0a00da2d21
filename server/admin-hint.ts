import type { Env } from "../app/platform/env.server.ts";

/** How long the content store may take to say which accounts there are, in milliseconds. */
const PATIENCE = 2_000;

/** Where to ask, with a token: accounts are invisible without. */
interface Store {
  apiOrigin: string;
  readToken: string | undefined;
}

async function hasAccount(env: Env, { apiOrigin, readToken }: Store): Promise<boolean> {
  const params = new URLSearchParams({
    query: `count(*[_type == "account" && email in $emails])`,
    $emails: JSON.stringify(env.adminEmails),
  });
  const url = `${apiOrigin}/v2025-02-19/data/query/${env.content.dataset}?${params}`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${readToken}` },
    signal: AbortSignal.timeout(PATIENCE),
  });
  return ((await response.json()) as { result: number }).result !== 0;
}

/**
 * What to do so that somebody can open /admin; null when there is nothing to do, or the store does not say. Never throws.
 */
export async function adminHint(env: Env, store: Store): Promise<string | null> {
  const [first] = env.adminEmails;
  if (!first) return "nobody yet: name two addresses in ADMIN_EMAILS, then npm run admin:create -- <address>";
  if (env.google.on) return null;
  const there = await hasAccount(env, store).catch(() => true);
  return there ? null : `no password yet: npm run admin:create -- ${first}`;
}
