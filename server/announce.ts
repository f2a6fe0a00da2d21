import type { SanityClient } from "@sanity/client";
import type { Logger } from "pino";
import { isMeasurementId, isPublicUrl, type Env } from "../app/platform/env.server.ts";

/** Returns why Google Analytics is off, as far as the environment says; null when it is on. */
function analyticsOff({ analytics }: Env): string | null {
  if (!analytics.on) return "Google Analytics (GA_MEASUREMENT_ID, or its field in the site settings)";
  if (isMeasurementId(analytics.measurementId)) return null;
  return "Google Analytics: GA_MEASUREMENT_ID is not a measurement ID, such as G-AB12CD34EF";
}

/** Returns the names of the integrations that are off, as in the README. */
export function switchedOff(env: Env): string[] {
  const features: [boolean, string][] = [
    [env.stripe.on, "card payment (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY)"],
    [env.google.on, "Google sign-in (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)"],
    [env.redis.on, "Upstash Redis (UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN)"],
    [env.s3.on, "S3 (S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY)"],
    [env.mail.on, "mail (SMTP_URL, MAIL_FROM)"],
  ];
  const off = features.filter(([on]) => !on).map(([, name]) => name);
  return [...off, analyticsOff(env) ?? []].flat();
}

/** Returns what is wrong with the settings of a site at a public address, whatever its services say. */
export function publicGaps({ publicUrl, trustProxy }: Env): string[] {
  if (!isPublicUrl(publicUrl)) return [];
  return [
    publicUrl.startsWith("https:")
      ? []
      : `PUBLIC_URL is ${publicUrl}: without https, passwords travel in the clear.`,
    trustProxy ? [] : "TRUST_PROXY is not set: all visitors behind the proxy share one caller's limits.",
  ].flat();
}

/** What a site at a public address needs before visitors come: none for one on this machine. */
const beforeVisitors = (env: Env): string[] =>
  isPublicUrl(env.publicUrl)
    ? [...publicGaps(env), "Before visitors come: npm run doctor says what is missing (docs/go-live.md)."]
    : [];

const contentOf = ({ content, publicUrl }: Env): string =>
  content.mode === "hosted"
    ? `Sanity project ${content.projectId}`
    : (content.apiHost ?? `${publicUrl}/lake`);

/** Logs the same as `announce`, for a site whose output is a log. */
export function logStart(env: Env, hint: string | null, log: Logger): void {
  log.info(
    {
      site: env.publicUrl,
      content: contentOf(env),
      dataset: env.content.dataset,
      off: switchedOff(env).join("; "),
      ...(hint ? { admin: hint } : {}),
      ...(isPublicUrl(env.publicUrl) ? { public: beforeVisitors(env).join(" ") } : {}),
    },
    "started",
  );
}

/** Returns the summary that is printed after a start. `hint` says what is missing before somebody can open /admin. */
export function summaryOf(env: Env, hint: string | null): string {
  const content = contentOf(env);
  return [
    "",
    `  Site      ${env.publicUrl}`,
    `  Studio    ${env.publicUrl}/studio`,
    `  Content   ${content}, dataset ${env.content.dataset}`,
    `  Admin     ${hint ?? `${env.publicUrl}/admin`}`,
    ...switchedOff(env).map((name) => `  Off       ${name}`),
    ...beforeVisitors(env).map((text) => `  Public    ${text}`),
    "",
    "  Ctrl-C stops it.",
    "",
    "",
  ].join("\n");
}

/** How long the content store may take to look up the accounts. */
const TIMEOUT_MS = 2_000;

async function hasAccount({ adminEmails }: Env, client: SanityClient): Promise<boolean> {
  const query = `count(*[_type == "account" && email in $emails])`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return (await client.fetch<number>(query, { emails: adminEmails }, { signal })) !== 0;
}

/**
 * Returns what to do before somebody can open /admin; null when nothing is missing, or the content store does not respond.
 * `client` needs a token: accounts are private documents. Never throws.
 */
export async function adminHint(env: Env, client: SanityClient): Promise<string | null> {
  const [first] = env.adminEmails;
  if (!first) return "nobody yet: name two addresses in ADMIN_EMAILS, then npm run admin:create -- <address>";
  if (env.google.on) return null;
  const exists = await hasAccount(env, client).catch(() => true);
  return exists ? null : `no password yet: npm run admin:create -- ${first}`;
}
