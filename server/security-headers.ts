import { stripeUse } from "../app/platform/card-pages.ts";
import type { Env } from "../app/platform/env.server.ts";

/** Browser features that need a permission; the site uses none of them. */
const PERMISSIONS =
  "accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

/**
 * Returns the headers of every response: those of @fastify/helmet (security-headers.test.ts compares them), as values because
 * pages from memory are sent before Fastify has a reply. The content security policy is set per page. HSTS only on https.
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    "cross-origin-opener-policy": "same-origin-allow-popups", // the sign-in pop-up
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(https ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "DENY",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
}

export interface CspOptions {
  /** Origins of images besides our own. */
  imageOrigins: readonly string[];
  /** Origins of the configured services (Stripe, analytics). */
  scriptOrigins: readonly string[];
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
  formOrigins: readonly string[];
}

/** For data, files and errors. The styles are those of an SVG that is opened as a document. */
export const NO_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Source expressions of what the renderer wrote into a page. */
interface InlineHashes {
  scriptHashes: readonly string[];
  /** The style sheet of the owner's look. */
  styleHashes?: readonly string[];
}

/**
 * Returns the content security policy of a page. Inline scripts and styles are allowed by the hashes of those that the renderer
 * wrote (docs/decisions/0004-hash-based-csp.md). A page with drafts is framed by the Studio, whose overlay writes its own styles.
 */
export function contentSecurityPolicy(
  { scriptHashes, styleHashes = [] }: InlineHashes,
  options: CspOptions,
  showsDrafts = false,
): string {
  const directives: [string, ...string[]][] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scriptHashes, ...options.scriptOrigins],
    // A browser that sees a hash ignores 'unsafe-inline'.
    ["style-src", "'self'", ...(showsDrafts ? ["'unsafe-inline'"] : styleHashes)],
    ["img-src", "'self'", "data:", ...options.imageOrigins],
    ["font-src", "'self'"],
    ["connect-src", "'self'", ...options.connectOrigins],
    ["form-action", "'self'", ...options.formOrigins],
    ["manifest-src", "'self'"],
    ["base-uri", "'none'"],
    ["frame-ancestors", showsDrafts ? "'self'" : "'none'"],
    ...(options.frameOrigins.length > 0
      ? [["frame-src", ...options.frameOrigins] as [string, ...string[]]]
      : []),
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}

/** As in "Content Security Policy" of Stripe's integration security guide. */
const STRIPE = {
  scripts: ["https://*.js.stripe.com", "https://js.stripe.com"],
  frames: ["https://*.js.stripe.com", "https://js.stripe.com", "https://hooks.stripe.com"],
  api: "https://api.stripe.com",
  /** The customer portal, and the page on which an invoice is paid. */
  forms: ["https://billing.stripe.com", "https://checkout.stripe.com"],
};
const ANALYTICS = { script: "https://www.googletagmanager.com", api: "https://*.google-analytics.com" };

function origin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : [];
}

function imageOrigins({ mode, apiHost, siteToken }: Env["content"]): string[] {
  if (mode === "hosted") return ["https://cdn.sanity.io"];
  return siteToken ? [] : origin(apiHost);
}

/** Hosts for every page: only those of services that are on. */
function baseOptions(env: Env): CspOptions {
  return {
    imageOrigins: imageOrigins(env.content),
    scriptOrigins: [],
    frameOrigins: [],
    connectOrigins: [],
    // Chromium applies form-action to redirects of a form, too.
    formOrigins: env.google.on ? [new URL(env.google.apiBase ?? "https://accounts.google.com").origin] : [],
  };
}

/** Stripe's hosts for the card form, and in tests and the demo those of its double. */
function withStripe(options: CspOptions, stripe: Env["stripe"] & { on: true }): CspOptions {
  const double = origin(stripe.apiBase);
  return {
    ...options,
    scriptOrigins: [...options.scriptOrigins, ...STRIPE.scripts, ...double],
    frameOrigins: [...options.frameOrigins, ...STRIPE.frames],
    connectOrigins: [...options.connectOrigins, STRIPE.api, ...double],
  };
}

/** Stripe's pages to which the forms of an order and its invoices lead. */
function withPortal(options: CspOptions, stripe: Env["stripe"] & { on: true }): CspOptions {
  return {
    ...options,
    formOrigins: [...options.formOrigins, ...STRIPE.forms, ...origin(stripe.apiBase)],
  };
}

function withAnalytics(options: CspOptions): CspOptions {
  return {
    ...options,
    scriptOrigins: [...options.scriptOrigins, ANALYTICS.script],
    connectOrigins: [...options.connectOrigins, ANALYTICS.api],
  };
}

/** Pages that show an email in a frame; the frame has a policy of its own. */
const EMAIL_PAGE = /^\/admin\/outbox\/[^/]+$/;

/**
 * Returns the hosts that the page at a path may use: Stripe's only where the card form or the button to its portal may be,
 * Google's only if the page loads Google Analytics.
 */
export function cspOptions(env: Env): (pathname: string, analytics?: boolean) => CspOptions {
  const options = baseOptions(env);
  const withUse = {
    "card-form": env.stripe.on ? withStripe(options, env.stripe) : options,
    portal: env.stripe.on ? withPortal(options, env.stripe) : options,
  };
  return (pathname, analytics = false) => {
    if (EMAIL_PAGE.test(pathname)) return { ...options, frameOrigins: ["'self'"] };
    const use = stripeUse(pathname);
    const page = use ? withUse[use] : options;
    return analytics ? withAnalytics(page) : page;
  };
}
