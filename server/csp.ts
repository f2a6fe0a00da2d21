import { createHash } from "node:crypto";

export interface CspOptions {
  /** Origins that pictures come from besides our own. */
  imageOrigins: readonly string[];
  /** Origins of scripts, frames and calls of the configured services (Stripe, analytics). */
  scriptOrigins: readonly string[];
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
  formOrigins: readonly string[];
}

/** For what is no page: data, files, refusals. Opened as a document, an SVG shows its own styles and nothing else. */
export const NO_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const SCRIPT = /<script(?<attributes>[^>]*)>(?<body>[\s\S]*?)<\/script>/g;

/** `'sha256-…'` of every inline script in the exact bytes that are sent. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(SCRIPT)) {
    if (!groups?.body || /\ssrc=/.test(groups.attributes ?? "")) continue;
    hashes.add(`'sha256-${createHash("sha256").update(groups.body).digest("base64")}'`);
  }
  return [...hashes];
}

/**
 * The policy of one page. Nothing is allowed that is not named (docs/decisions/0004). A page that shows drafts stands in
 * the Studio's frame, and carries its overlay, which writes its own styles.
 */
export function contentSecurityPolicy(html: string, options: CspOptions, showsDrafts = false): string {
  const directives: [string, ...string[]][] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...inlineScriptHashes(html), ...options.scriptOrigins],
    ["style-src", "'self'", ...(showsDrafts ? ["'unsafe-inline'"] : [])],
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
