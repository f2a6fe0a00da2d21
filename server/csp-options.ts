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

/** Which hosts besides our own a page may use: only those of services that are switched on. */
export function cspOptions(env: Env): CspOptions {
  const stripe = env.stripe.on;
  const double = env.stripe.on ? origin(env.stripe.apiBase) : [];
  const analytics = env.analytics.on;
  return {
    imageOrigins: env.content.mode === "hosted" ? ["https://cdn.sanity.io"] : origin(env.content.apiHost),
    scriptOrigins: [...(stripe ? [STRIPE.script, ...double] : []), ...(analytics ? [ANALYTICS.script] : [])],
    frameOrigins: stripe ? STRIPE.frames : [],
    connectOrigins: [...(stripe ? [STRIPE.api, ...double] : []), ...(analytics ? [ANALYTICS.api] : [])],
    // Chromium applies form-action to where a form is redirected to, too.
    formOrigins: env.google.on ? [new URL(env.google.apiBase ?? "https://accounts.google.com").origin] : [],
  };
}
