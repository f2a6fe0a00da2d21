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

/**
 * The policy of one page. Nothing is allowed that is not named, inline scripts by the hashes of those that the renderer made
 * (docs/decisions/0004, app/layout/script-hashes.server.ts). A page that shows drafts stands in
 * the Studio's frame, and carries its overlay, which writes its own styles.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  options: CspOptions,
  showsDrafts = false,
): string {
  const directives: [string, ...string[]][] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scriptHashes, ...options.scriptOrigins],
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
