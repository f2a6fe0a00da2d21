import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseEnv } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import type { Services } from "../app/platform/services.server.ts";
import { adminHint } from "./admin-hint.ts";
import { createAdmission } from "./admission.ts";
import { announce } from "./announce.ts";
import { cspOptions } from "./csp-options.ts";
import { openEmbeddedLake, seedLake, wantsEmbeddedLake, withLake } from "./embedded-lake.ts";
import { createEventStreams } from "./event-streams.ts";
import { explainListenError } from "./explain.ts";
import { guardOptions } from "./guards.ts";
import { listen } from "./listen.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createRouteNames } from "./metrics/route-names.ts";
import { createPages } from "./pages.ts";
import { closeToOthers, makeDataDirectory } from "./private-files.ts";
import { createReadiness } from "./readiness.ts";
import { createSite, type SiteBuild } from "./remix.ts";
import { createRequestListener, createUpgradeListener } from "./request-listener.ts";
import { securityHeaders } from "./security-headers.ts";
import { createServer } from "./server.ts";
import { createSiteSession } from "./site-session.ts";
import { stopGracefully } from "./stop.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Starts the whole site, as the environment configures it. Throws what kept it from starting, such as a taken port. */
export async function startSite(source: Readonly<Record<string, string | undefined>>): Promise<void> {
  const configured = parseEnv(source);
  makeDataDirectory(configured.dataDir);
  // Listen first: a taken port fails at once, and early requests get 503 with Retry-After.
  const http = await listen(configured.port, configured.host);
  const { port } = http.address() as AddressInfo;
  const given = parseEnv({ ...source, PORT: String(port) });
  const log = createLog(given.logLevel);
  const closed = closeToOthers(given.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, "the data directory is not closed to other users of this machine"),
  );
  const metrics = createMetrics(given.metricsToken);
  const guards = guardOptions(given, port);

  let services: Services | null = null;
  const session = createSiteSession(() => services?.auth.visitors ?? null);
  const access = { session, origins: guards.origins, onQuery: metrics.onQuery };
  const lake = wantsEmbeddedLake(given) ? await openEmbeddedLake(given, log, access) : null;
  const env = lake ? withLake(given, lake) : given;
  if (lake) await seedLake(env, lake);

  const build = (await import(pathToFileURL(join(root, "build/server/index.js")).href)) as SiteBuild;
  const { createServices, startJobs } = build.entry.module;
  const routeName = createRouteNames(build.routes);
  const tracing = env.tracesTo
    ? (await import("./tracing/tracing.ts")).startTracing({ endpoint: env.tracesTo, routeName })
    : null;
  services = createServices(env, lake && (tracing?.lake(lake.fetch) ?? lake.fetch));

  const admission = createAdmission({ underPressure: () => app.isUnderPressure() });
  const site = createSite(tracing?.build(build) ?? build, services, cspOptions(env), admission);
  const headers = securityHeaders(env.publicUrl.startsWith("https:"));
  const pages = createPages({ env, services, site, lake, headers, log });
  // The lake ends its own streams, with their last words.
  const streams = createEventStreams({ notBelow: "/lake/" });
  metrics.pages(pages.cache);
  metrics.admission(admission);
  if (lake) metrics.lake(lake.stats);

  const listener = createRequestListener({
    guards,
    headers: new Map(Object.entries(headers)),
    pages: pages.cache,
    watch: metrics.requests(routeName),
    log,
  });
  const app = await createServer({
    http,
    listener: (fastify) => tracing?.listener(listener(fastify)) ?? listener(fastify),
    origin: env.publicUrl,
    trustProxy: env.trustProxy,
    clientDir: join(root, "build/client"),
    studioDir: join(root, "studio/dist"),
    hostedApi: env.content.mode === "hosted" ? `https://${env.content.projectId}.api.sanity.io` : null,
    site,
    lake,
    webhook: pages.webhook,
    metrics: metrics.endpoint,
    ready: createReadiness(services.clients.publicClient),
    pages: pages.cache,
    admission,
    streams,
    log,
  });
  if (lake) http.on("upgrade", createUpgradeListener(guards, lake.upgrade));
  const jobs = startJobs(services);

  stopGracefully({
    http,
    endStreams() {
      pages.close();
      lake?.endStreams();
      streams.end();
    },
    async close() {
      await app.close();
      await jobs.stop();
      services.close();
      await lake?.close();
      await tracing?.stop();
    },
    log,
  });
  await closed;
  announce(env, await adminHint(env, services.clients.adminClient));
  await pages.warm();
}

if (import.meta.main)
  await startSite(process.env).catch((error: unknown) => {
    console.error(explainListenError(error));
    process.exit(1);
  });
