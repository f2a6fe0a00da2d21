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
 * pages from memory are sent without any framework. The content security policy is set per page. HSTS only on https.
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

/** What a page may load, frame and send to, by directive of its policy. */
type Sources = Readonly<Record<string, readonly string[]>>;

function joined(...all: readonly Sources[]): Sources {
  const result: Record<string, string[]> = {};
  for (const sources of all)
    for (const [directive, given] of Object.entries(sources)) (result[directive] ??= []).push(...given);
  return result;
}

/** For data, files and errors. The styles are those of an SVG that is opened as a document. */
export const NO_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const EVERY_PAGE: Sources = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  // A video in a text, after a click; any page leads to such a text without a new document.
  "frame-src": ["https://www.youtube-nocookie.com", "https://player.vimeo.com"],
  "media-src": ["'self'"],
  "form-action": ["'self'"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
};

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
  services: Sources,
  showsDrafts = false,
): string {
  const ofPage = {
    "script-src": scriptHashes,
    // A browser that sees a hash ignores 'unsafe-inline'.
    "style-src": showsDrafts ? ["'unsafe-inline'"] : styleHashes,
    "frame-ancestors": [showsDrafts ? "'self'" : "'none'"],
  };
  return Object.entries(joined(EVERY_PAGE, ofPage, services))
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

const origin = (url: string | undefined): string[] => (url ? [new URL(url).origin] : []);

function assetOrigins({ mode, apiHost, siteToken }: Env["content"]): string[] {
  if (mode === "hosted") return ["https://cdn.sanity.io"];
  return siteToken ? [] : origin(apiHost);
}

/** As in "Content Security Policy" of Stripe's integration security guide; `stand-in` replaces Stripe in tests and the demo. */
const stripeSources = (standIn: readonly string[]) => ({
  "card-form": {
    "script-src": ["https://*.js.stripe.com", "https://js.stripe.com", ...standIn],
    "frame-src": ["https://*.js.stripe.com", "https://js.stripe.com", "https://hooks.stripe.com"],
    "connect-src": ["https://api.stripe.com", ...standIn],
  },
  /** The forms of an order and its invoices lead to the customer portal, and to the page on which an invoice is paid. */
  portal: { "form-action": ["https://billing.stripe.com", "https://checkout.stripe.com", ...standIn] },
});

const ANALYTICS: Sources = {
  "script-src": ["https://www.googletagmanager.com"],
  "connect-src": ["https://*.google-analytics.com"],
};

/** Pages that show an email in a frame; the frame has a policy of its own. */
const EMAIL_PAGE = /^\/admin\/outbox\/[^/]+$/;

/**
 * Returns the sources of configured services that the page at a path may use: Stripe's only where the card form or the button to
 * its portal may be, Google's only if the page loads Google Analytics.
 */
export function cspOptions({ content, google, stripe }: Env) {
  const everywhere: Sources = {
    "img-src": assetOrigins(content),
    "media-src": assetOrigins(content),
    // Chromium applies form-action to redirects of a form, too.
    "form-action": google.on ? origin(google.apiBase ?? "https://accounts.google.com") : [],
  };
  const ofStripe = stripe.on ? stripeSources(origin(stripe.apiBase)) : null;
  return (pathname: string, analytics = false): Sources => {
    if (EMAIL_PAGE.test(pathname)) return joined(everywhere, { "frame-src": ["'self'"] });
    const use = stripeUse(pathname);
    return joined(everywhere, (use && ofStripe?.[use]) ?? {}, analytics ? ANALYTICS : {});
  };
}
