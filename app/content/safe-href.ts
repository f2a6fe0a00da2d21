const PROTOCOLS = new Set(["https:", "http:", "mailto:", "tel:"]);

/**
 * A link that an editor typed, if it is one that may be followed: a path of this site, an anchor, or an address of a known
 * kind. Anything else (`javascript:`, `data:`, `//host`) is null.
 */
export function safeHref(value: unknown): { href: string; external: boolean } | null {
  if (typeof value !== "string") return null;
  const href = value.trim();
  if (/^#[\w-]+$/.test(href) || /^\/(?![/\\])/.test(href)) return { href, external: false };
  try {
    const url = new URL(href);
    return PROTOCOLS.has(url.protocol) ? { href: url.href, external: url.protocol.startsWith("http") } : null;
  } catch {
    return null;
  }
}
