import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { FOREVER, STATIC_OPTIONS } from "./static-files.ts";

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<body>[\s\S]*?)<\/script>/g;

/** Returns `'sha256-…'` of every inline script in the Studio's index page, which holds no content of users. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(({ groups }) => groups?.body && !/\ssrc=/.test(groups.attributes ?? ""))
    .map(
      ({ groups }) =>
        `'sha256-${createHash("sha256")
          .update(groups?.body ?? "")
          .digest("base64")}'`,
    );
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

interface StudioOptions {
  directory: string;
  /** Origin of hosted Sanity's API, or null for the embedded lake. */
  apiOrigin: string | null;
}

/** Serves the built Studio below `/studio`: its files, and its index page for every other path. */
export async function serveStudio(
  app: FastifyInstance,
  { directory, apiOrigin }: StudioOptions,
): Promise<void> {
  const index = `${directory}/index.html`;
  const method = ["GET", "HEAD"];
  if (!existsSync(index)) {
    for (const url of ["/studio", "/studio/*"])
      app.route({
        method,
        url,
        handler: (_request, reply) => reply.code(503).type("text/html; charset=utf-8").send(NOT_BUILT_PAGE),
      });
    return;
  }
  const csp = studioPolicy(apiOrigin, readFileSync(index, "utf8"));
  await app.register(fastifyStatic, {
    ...STATIC_OPTIONS,
    root: directory,
    prefix: "/studio/",
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const hashed = /\/static\/.*-[\w-]{8}\./.test(path);
      reply.header("cache-control", hashed ? FOREVER : "no-cache");
      reply.header("content-security-policy", csp);
    },
  });
  for (const url of ["/studio", "/studio/*"])
    app.route({ method, url, handler: (_request, reply) => reply.sendFile("index.html") });
}
