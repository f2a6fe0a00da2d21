import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { toNodeListener } from "lakelet/node";
import { createServer as createVite } from "vite";
import { parseEnv } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import type { Services } from "../app/services.server.ts";
import { withFirstAdmin } from "../scripts/first-admin.ts";
import { adminHint, summaryOf } from "../server/announce.ts";
import { createDataDirectory } from "../server/data-directory.ts";
import { openEmbeddedLake, seedLake, wantsEmbeddedLake, withLake } from "../server/embedded-lake.ts";
import { guardOptions } from "../server/guards.ts";
import { startupErrorMessage } from "../server/listen.ts";
import { loadContext, type SiteBuild } from "../server/remix.ts";
import { createSiteSession } from "../server/site-session.ts";
import { startDevStudio, type DevStudio } from "./studio.ts";

// The site and the Studio with hot reloading. Services, jobs and the content lake exist once, however often modules are
// reloaded. No guards, no page cache, no content security policy.

/** Creates Vite for the site, with `/studio` proxied to Sanity's development server, including its WebSocket. */
function createSiteVite(server: Server, studio: DevStudio) {
  return createVite({
    appType: "custom",
    cacheDir: process.env.DEV_CACHE_DIR || "node_modules/.vite",
    server: {
      middlewareMode: { server },
      hmr: { server },
      proxy: {
        "/studio": {
          target: studio.origin,
          ws: true,
          rewrite: (path) =>
            path
              .replace(/^\/studio(?=\?|$)/, "/studio/")
              // The preview's overlay, a bundle of its own in production.
              .replace(/^\/studio\/overlay\/overlay\.js/, "/studio/overlay/overlay.ts"),
        },
      },
    },
  });
}

/** Until everything is started, leaving is enough: it ends the Studio's server. */
let stop: () => Promise<void> | void = () => process.exit(0);

async function start(): Promise<void> {
  const given = parseEnv(await withFirstAdmin(process.env));
  createDataDirectory(given.dataDir);
  const started = Promise.withResolvers<Services["auth"]>();
  const session = createSiteSession(started.promise);
  const access = { session, origins: guardOptions(given, given.port).origins };
  const lake = wantsEmbeddedLake(given)
    ? await openEmbeddedLake(given, createLog(given.logLevel), access)
    : null;
  const env = lake ? withLake(given, lake) : given;
  const server = createServer();
  const studio = await startDevStudio();
  const vite = await createSiteVite(server, studio);
  const loadBuild = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as SiteBuild;
  const { createServices, startJobs } = (await loadBuild()).entry.module;
  const made = createServices(env, lake && lake.fetch);
  started.resolve(made.auth);
  if (lake) await seedLake(env, lake);
  const jobs = startJobs(made);

  const answerPage = createRequestListener(async (request) => {
    const handle = createRequestHandler(await loadBuild(), "development");
    return handle(request, await loadContext(made, request, { clientIp: "127.0.0.1", requestId: "dev" }));
  });
  const answerStudio = (request: IncomingMessage, response: ServerResponse) =>
    studio.ready.then(
      () => vite.middlewares(request, response),
      (error: Error) => response.writeHead(502).end(error.message),
    );
  const answerLake = lake && toNodeListener(lake);
  server.on("request", (request, response) => {
    // Images are at /lake on the site's own origin, as in production.
    if (answerLake && request.url?.startsWith("/lake/")) answerLake(request, response);
    else if (/^\/studio(?:[/?]|$)/.test(request.url ?? "")) void answerStudio(request, response);
    else vite.middlewares(request, response, () => answerPage(request, response));
  });
  server.on("upgrade", (request, socket, head) => {
    if (request.url?.startsWith("/lake/")) lake?.upgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });
  process.stdout.write(summaryOf(env, await adminHint(env, made.clients.adminClient)));
  stop = async () => {
    studio.stop();
    await vite.close();
    server.closeAllConnections();
    server.close();
    await jobs.stop();
    made.close();
    await lake?.close();
    process.exit(0);
  };
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());

await start().catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
