import { existsSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { inlineHash } from "../app/platform/inline-hash.server.ts";
import { sendError } from "./error-responses.ts";
import { pathOf } from "./guards.ts";
import { sendEncoded } from "./page-cache/page.ts";
import { FOREVER, readStaticFiles } from "./static-files.ts";

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<body>[\s\S]*?)<\/script>/g;

/** Returns `'sha256-…'` of every inline script in the Studio's index page, which holds no content of users. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(({ groups }) => groups?.body && !/\ssrc=/.test(groups.attributes ?? ""))
    .map(({ groups }) => inlineHash(groups?.body ?? ""));
}

/**
 * Allows what the Studio needs, and blocks its few calls to other hosts. It writes styles at run time, which no hash can
 * allow.
 */
function studioPolicy(apiOrigin: string | null, html: string): string {
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

const NOT_BUILT_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Studio</title></head>
<body><h1>The Studio is not built yet</h1><p>Run <code>npm start</code>, which builds it, or <code>npm run build -w studio</code>.</p></body></html>`;

/**
 * Returns the handler of `/studio` and all below it: the files of the built Studio, 404 for a hashed file that is not there, and
 * the index page for every other path. `apiOrigin` is hosted Sanity's API, or null for the embedded lake.
 */
export function createStudio(directory: string, apiOrigin: string | null): RequestListener {
  const index = join(directory, "index.html");
  if (!existsSync(index))
    return (_request, response) =>
      void response.writeHead(503, { "content-type": "text/html; charset=utf-8" }).end(NOT_BUILT_PAGE);
  const policy = studioPolicy(apiOrigin, readFileSync(index, "utf8"));
  const headers = (path: string) => {
    const isHashed = /\/static\/.*-[\w-]{8}\./.test(path);
    return ["cache-control", isHashed ? FOREVER : "no-cache", "content-security-policy", policy];
  };
  const files = readStaticFiles(directory, { prefix: "/studio/", headers });
  return (request, response) => {
    const path = pathOf(request);
    const page = path.startsWith("/studio/static/") ? undefined : files.get("/studio/index.html");
    const file = files.get(path) ?? page;
    if (file) sendEncoded(request, response, file);
    else sendError(response, 404, "Not found.");
  };
}
