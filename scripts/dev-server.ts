import { createServer } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import { toLakeListener, toNodeListener } from "content-lake/node";
import { createServer as createVite } from "vite";
import { parseEnv } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { adminHint } from "../server/admin-hint.ts";
import { announce } from "../server/announce.ts";
import { openEmbeddedLake, seedLake, wantsEmbeddedLake, withLake } from "../server/embedded-lake.ts";
import { explainListenError } from "../server/explain.ts";
import { makeDataDirectory } from "../server/private-files.ts";
import { loadContext, type SiteBuild } from "../server/remix.ts";
import { withFirstAdmin } from "./local/use-first-admin.ts";

// The site through Vite with hot reloading; services, jobs and the content lake live once in this process, however often the
// site's modules are loaded anew. No guards, no policy, no Studio.

async function start(): Promise<void> {
  const given = parseEnv(await withFirstAdmin(process.env));
  makeDataDirectory(given.dataDir);
  const lake = wantsEmbeddedLake(given) ? await openEmbeddedLake(given, createLog(given.logLevel)) : null;
  const env = lake ? withLake(given, lake) : given;
  const server = createServer();
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const loadBuild = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as SiteBuild;
  const { createServices, startJobs } = (await loadBuild()).entry.module;
  const services = createServices(env, lake && lake.fetch);
  if (lake) await seedLake(env, lake);
  const jobs = startJobs(services);

  const answerPage = toNodeListener(async (request) => {
    const handle = createRequestHandler(await loadBuild(), "development");
    return handle(request, loadContext(services, request, { clientIp: "127.0.0.1", requestId: "dev" }));
  });
  const answerLake = lake && toLakeListener(lake);
  server.on("request", (request, response) => {
    // Pictures come from /lake on the site's own origin, as they do in production.
    if (answerLake && request.url?.startsWith("/lake/")) answerLake(request, response);
    else vite.middlewares(request, response, () => answerPage(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });
  announce(env, await adminHint(env, services.clients.adminClient));
  const stop = async () => {
    await vite.close();
    server.closeAllConnections();
    server.close();
    await jobs.stop();
    services.close();
    await lake?.close();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
}

await start().catch((error: unknown) => {
  console.error(explainListenError(error));
  process.exit(1);
});
