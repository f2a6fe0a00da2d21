import { isHosted, isLocal, type Check, type Finding } from "./check.ts";

const MIN_SECRET_LENGTH = 32;

export const settingsSecrets: Check = {
  id: "settings-secrets",
  area: "settings",
  expects: "no secret is blank that an integration needs, and none is short",
  todo: "Set it in .env and restart the site.",
  run({ env }) {
    const { sessionSecret, content, stripe } = env;
    const findings: Finding[] = [];
    if (sessionSecret !== undefined && sessionSecret.length < MIN_SECRET_LENGTH)
      findings.push({
        wrong: `SESSION_SECRET has fewer than ${MIN_SECRET_LENGTH} characters.`,
        todo: "Make one: openssl rand -base64 32",
      });
    if (sessionSecret === undefined && isHosted(env))
      findings.push({ wrong: "SESSION_SECRET is blank.", todo: "Make one: openssl rand -base64 32" });
    if (isHosted(env) && !content.readToken) findings.push({ wrong: "SANITY_API_READ_TOKEN is blank." });
    if (isHosted(env) && !content.writeToken) findings.push({ wrong: "SANITY_API_WRITE_TOKEN is blank." });
    if (isHosted(env) && !content.webhookSecret)
      findings.push({
        wrong: "SANITY_WEBHOOK_SECRET is blank: pages show what was published after a minute.",
      });
    if (stripe.on && !stripe.webhookSecret)
      findings.push({ wrong: "STRIPE_WEBHOOK_SECRET is blank: payments are seen an hour late." });
    if (!isLocal(env) && env.adminEmails.length === 0)
      findings.push({ wrong: "ADMIN_EMAILS is blank: nobody may open /admin." });
    return findings;
  },
};
