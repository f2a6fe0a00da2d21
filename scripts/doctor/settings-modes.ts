import { isMeasurementId } from "../../app/platform/env.server.ts";
import { isLocal, type Check, type Finding } from "./check.ts";

/** `test` or `live`, and the account's part of newer keys. */
const KEY = /^[a-z]+_(test|live)_(?:51(\w{14}))?/;

export const settingsModes: Check = {
  id: "settings-modes",
  area: "settings",
  expects: "keys are live at a public address and test keys on this machine, and belong together",
  todo: "Copy both keys of the same account and mode.",
  page: () => "https://dashboard.stripe.com/apikeys",
  run({ env }) {
    const { stripe, analytics } = env;
    const findings: Finding[] = [];
    if (stripe.on) {
      const [, mode, account] = KEY.exec(stripe.secretKey) ?? [];
      const [, publicMode, publicAccount] = KEY.exec(stripe.publishableKey) ?? [];
      if (!stripe.publishableKey.startsWith("pk_"))
        findings.push({
          wrong: "STRIPE_PUBLISHABLE_KEY does not begin with pk_: browsers would get a secret key.",
        });
      if (mode !== publicMode)
        findings.push({ wrong: "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes." });
      else if (account !== publicAccount)
        findings.push({ wrong: "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two accounts." });
      if (mode === "test" && !isLocal(env))
        findings.push({
          wrong: `Stripe's keys are test keys, and ${env.publicUrl} is public: no card is charged.`,
        });
      if (mode === "live" && isLocal(env))
        findings.push({
          wrong: "Stripe's keys are live, and the site is on this machine: cards are charged.",
        });
      if (stripe.apiBase && !isLocal(env))
        findings.push({ wrong: "STRIPE_API_BASE is set: it is for tests.", todo: "Leave it blank." });
    }
    if (analytics.on && !isMeasurementId(analytics.measurementId))
      findings.push({ wrong: "GA_MEASUREMENT_ID is not a measurement ID, such as G-AB12CD34EF." });
    return findings;
  },
};
