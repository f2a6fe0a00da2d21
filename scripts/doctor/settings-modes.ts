import { isMeasurementId, type Env } from "../../app/platform/env.server.ts";
import { findingsOf, isLocal, type Check, type Finding } from "./check.ts";

/** `test` or `live`, and the account's part of newer keys. */
const KEY = /^[a-z]+_(test|live)_(?:51(\w{14}))?/;

function ofStripe(env: Env): Finding[] {
  if (!env.stripe.on) return [];
  const { secretKey, publishableKey, apiBase } = env.stripe;
  const [, mode, account] = KEY.exec(secretKey) ?? [];
  const [, publicMode, publicAccount] = KEY.exec(publishableKey) ?? [];
  const local = isLocal(env);
  const keys = "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two";
  return findingsOf(
    [
      !publishableKey.startsWith("pk_"),
      "STRIPE_PUBLISHABLE_KEY does not begin with pk_: browsers would get a secret key.",
    ],
    [mode !== publicMode, `${keys} modes.`],
    [mode === publicMode && account !== publicAccount, `${keys} accounts.`],
    [
      mode === "test" && !local,
      `Stripe's keys are test keys, and ${env.publicUrl} is public: no card is charged.`,
    ],
    [mode === "live" && local, "Stripe's keys are live, and the site is on this machine: cards are charged."],
    [!local && apiBase !== undefined, "STRIPE_API_BASE is set: it is for tests.", "Leave it blank."],
  );
}

export const settingsModes: Check = {
  id: "settings-modes",
  area: "settings",
  expects: "keys are live at a public address and test keys on this machine, and belong together",
  todo: "Copy both keys of the same account and mode.",
  page: () => "https://dashboard.stripe.com/apikeys",
  run({ env }) {
    const { analytics } = env;
    const isOther = analytics.on && !isMeasurementId(analytics.measurementId);
    return [
      ...ofStripe(env),
      ...findingsOf([isOther, "GA_MEASUREMENT_ID is not a measurement ID, such as G-AB12CD34EF."]),
    ];
  },
};
