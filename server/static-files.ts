import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { NO_PAGE_POLICY } from "./csp.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** Compressed files stand beside the others (scripts/lib/precompress.mjs). Every answer is whole, which RFC 9110 14.2 allows. */
const FILES = { preCompressed: true, cacheControl: false, acceptRanges: false, index: false } as const;

/** Files of the browser's build never change under their names; the rest of public/ is asked for again now and then. */
export async function serveBrowserBuild(
  app: FastifyInstance,
  { directory }: { directory: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    ...FILES,
    root: directory,
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const immutable = path.startsWith(`${directory}/assets/`);
      reply.header("content-security-policy", NO_PAGE_POLICY);
      reply.header("cache-control", immutable ? FOREVER : "public, max-age=3600");
    },
  });
}

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

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Studio</title></head>
<body><h1>The Studio is not built yet</h1><p>Run <code>npm start</code>, which builds it, or <code>npm run build -w studio</code>.</p></body></html>`;

interface StudioOptions {
  /** The built Studio. */
  directory: string;
  /** The hosted API's origin, or null for the embedded lake. */
  apiOrigin: string | null;
}

/** Serves the built Studio below `/studio`: files as they are, every other path its index page. */
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
        handler: (_request, reply) => reply.code(503).type("text/html; charset=utf-8").send(NOT_BUILT),
      });
    return;
  }
  const csp = studioPolicy(apiOrigin, readFileSync(index, "utf8"));
  await app.register(fastifyStatic, {
    ...FILES,
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
