import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveFiles } from "./serve-files.ts";

const INLINE = /<script(?<attributes>[^>]*)>(?<body>[\s\S]*?)<\/script>/g;

/** `'sha256-…'` of every inline script in the index page that the Studio's build made: nobody's content stands in it. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE)]
    .filter(({ groups }) => groups?.body && !/\ssrc=/.test(groups.attributes ?? ""))
    .map(
      ({ groups }) =>
        `'sha256-${createHash("sha256")
          .update(groups?.body ?? "")
          .digest("base64")}'`,
    );
}

/**
 * What the Studio needs and nothing else; it stops the few calls the Studio makes to hosts that are not ours. Its own styles
 * are made while it runs, and no hash can name them.
 */
function policy(apiOrigin: string | null, html: string): string {
  const api = apiOrigin ? ` ${apiOrigin} https://cdn.sanity.io wss://*.sanity.io https://*.sanity.io` : "";
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${api}`,
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self'${api}`,
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Studio</title></head>
<body><h1>The Studio is not built yet</h1><p>Run <code>npm start</code>, which builds it, or <code>npm run build -w studio</code>.</p></body></html>`;

/**
 * Serves the built Studio below `/studio`: files as they are, every other path its index page. `apiOrigin` is the hosted
 * API's, or null for the embedded lake.
 */
export function createStudio(
  dist: string,
  apiOrigin: string | null,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (!existsSync(`${dist}/index.html`)) {
    return (_request, response) =>
      void response.writeHead(503, { "content-type": "text/html; charset=utf-8" }).end(NOT_BUILT);
  }
  const csp = policy(apiOrigin, readFileSync(`${dist}/index.html`, "utf8"));
  const serve = serveFiles(dist, {
    single: true,
    etag: true,
    gzip: true,
    setHeaders(response, pathname) {
      const hashed = /\/static\/.*-[\w-]{8}\./.test(pathname);
      response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      response.setHeader("content-security-policy", csp);
    },
  });
  return (request, response) => {
    request.url = (request.url ?? "/studio").slice("/studio".length) || "/";
    serve(request, response, () => void response.writeHead(404).end());
  };
}
