import { findingsOf, isHosted, isLocal, type Check } from "./check.ts";

const MIN_SECRET_LENGTH = 32;
const MAKE_ONE = "Make one: openssl rand -base64 32";

export const settingsSecrets: Check = {
  id: "settings-secrets",
  area: "settings",
  expects: "no secret is blank that an integration needs, and none is short",
  todo: "Set it in .env and restart the site.",
  run({ env }) {
    const { sessionSecret = "", content, stripe } = env;
    const hosted = isHosted(env);
    const isShort = sessionSecret !== "" && sessionSecret.length < MIN_SECRET_LENGTH;
    return findingsOf(
      [isShort, `SESSION_SECRET has fewer than ${MIN_SECRET_LENGTH} characters.`, MAKE_ONE],
      [hosted && !sessionSecret, "SESSION_SECRET is blank.", MAKE_ONE],
      [hosted && !content.readToken, "SANITY_API_READ_TOKEN is blank."],
      [hosted && !content.writeToken, "SANITY_API_WRITE_TOKEN is blank."],
      [
        hosted && !content.webhookSecret,
        "SANITY_WEBHOOK_SECRET is blank: pages show what was published after a minute.",
      ],
      [stripe.on && !stripe.webhookSecret, "STRIPE_WEBHOOK_SECRET is blank: payments are seen an hour late."],
      [!isLocal(env) && env.adminEmails.length === 0, "ADMIN_EMAILS is blank: nobody may open /admin."],
    );
  },
};
