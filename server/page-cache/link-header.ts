const LINK = /<link\s(?<attributes>[^>]*)>/g;
const ATTRIBUTE = /(?<name>[a-zA-Z]+)(?:="(?<value>[^"]*)")?/g;

/** Only plain addresses of this site: anything that had to be written differently in HTML stays out. */
const PLAIN = /^\/[\w./-]+$/;

function preload(attributes: string): string | null {
  const given = new Map<string, string>();
  for (const { groups } of attributes.matchAll(ATTRIBUTE))
    given.set((groups?.name ?? "").toLowerCase(), groups?.value ?? "");
  const href = given.get("href") ?? "";
  if (!PLAIN.test(href)) return null;
  if (given.get("rel") === "stylesheet") return `<${href}>; rel=preload; as=style`;
  if (given.get("rel") !== "preload" || given.get("as") !== "font") return null;
  return `<${href}>; rel=preload; as=font; type="${given.get("type") ?? "font/woff2"}"; crossorigin`;
}

/**
 * A Link header for the style sheets and fonts that a page needs before it can be painted, read from its own head; null
 * when it needs none. A CDN makes early hints (103) of it.
 */
export function linkHeader(contentType: string | null, body: Buffer): string | null {
  if (!contentType?.startsWith("text/html")) return null;
  const html = body.toString("utf8");
  const head = html.slice(0, Math.max(0, html.indexOf("</head>")));
  const links = [...head.matchAll(LINK)].flatMap(({ groups }) => preload(groups?.attributes ?? "") ?? []);
  return links.length > 0 ? links.join(", ") : null;
}
