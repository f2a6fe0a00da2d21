import { takesCards } from "../app/platform/card-pages.ts";
import type { Env } from "../app/platform/env.server.ts";
import type { CspOptions } from "./csp.ts";

const STRIPE = {
  script: "https://js.stripe.com",
  frames: ["https://js.stripe.com", "https://hooks.stripe.com"],
  api: "https://api.stripe.com",
};
const ANALYTICS = { script: "https://www.googletagmanager.com", api: "https://*.google-analytics.com" };

function origin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : [];
}

/** Which hosts besides our own any page may use: only those of services that are switched on. */
function everywhere(env: Env): CspOptions {
  return {
    imageOrigins: env.content.mode === "hosted" ? ["https://cdn.sanity.io"] : origin(env.content.apiHost),
    scriptOrigins: [],
    frameOrigins: [],
    connectOrigins: [],
    // Chromium applies form-action to where a form is redirected to, too.
    formOrigins: env.google.on ? [new URL(env.google.apiBase ?? "https://accounts.google.com").origin] : [],
  };
}

/** The card form needs Stripe's hosts, and in tests and the demo those of its stand-in. */
function withStripe(options: CspOptions, stripe: Env["stripe"] & { on: true }): CspOptions {
  const double = origin(stripe.apiBase);
  return {
    ...options,
    scriptOrigins: [...options.scriptOrigins, STRIPE.script, ...double],
    frameOrigins: [...options.frameOrigins, ...STRIPE.frames],
    connectOrigins: [...options.connectOrigins, STRIPE.api, ...double],
  };
}

function withAnalytics(options: CspOptions): CspOptions {
  return {
    ...options,
    scriptOrigins: [...options.scriptOrigins, ANALYTICS.script],
    connectOrigins: [...options.connectOrigins, ANALYTICS.api],
  };
}

/**
 * Which hosts the page at a path may use besides our own: Stripe's only where the card form may stand, Google's only where
 * the page says that it is measured (the account stands in the site's settings, or in the environment).
 */
export function cspOptions(env: Env): (pathname: string, measured?: boolean) => CspOptions {
  const options = everywhere(env);
  const cards = env.stripe.on ? withStripe(options, env.stripe) : options;
  return (pathname, measured = false) => {
    const page = takesCards(pathname) ? cards : options;
    return measured ? withAnalytics(page) : page;
  };
}
