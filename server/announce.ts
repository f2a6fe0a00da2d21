import type { Env } from "../app/platform/env.server.ts";

/** What is not configured and therefore off, in the words of the README. */
function switchedOff(env: Env): string[] {
  const features: [boolean, string][] = [
    [env.stripe.on, "card payment (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY)"],
    [env.google.on, "Google sign-in (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)"],
    [env.redis.on, "Upstash Redis (UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN)"],
    [env.mail.on, "mail (SMTP_URL, MAIL_FROM)"],
    [env.analytics.on, "Google Analytics (GA_MEASUREMENT_ID, or its field in the site settings)"],
  ];
  return features.filter(([on]) => !on).map(([, name]) => name);
}

/** The few lines a person reads after starting the site. `hint` says how to get into /admin, while nobody can. */
export function announce(env: Env, hint: string | null): void {
  const content =
    env.content.mode === "hosted"
      ? `Sanity project ${env.content.projectId}`
      : (env.content.apiHost ?? `${env.publicUrl}/lake`);
  const lines = [
    "",
    `  Site      ${env.publicUrl}`,
    `  Studio    ${env.publicUrl}/studio`,
    `  Content   ${content}, dataset ${env.content.dataset}`,
    `  Admin     ${hint ?? `${env.publicUrl}/admin`}`,
    ...switchedOff(env).map((name) => `  Off       ${name}`),
    "",
    "  Ctrl-C stops it.",
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
