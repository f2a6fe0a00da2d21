import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Clock } from "../app/platform/clock.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import type { Services } from "../app/services.server.ts";
import { createAdmission, watchEventLoop } from "./admission.ts";
import { adminHint, logStart, summaryOf } from "./announce.ts";
import { createReceiveBody } from "./body-limits.ts";
import { readBrowserBuild } from "./browser-build.ts";
import { createContentChanges } from "./content-changes.ts";
import { createDataDirectory, restrictDataDirectory } from "./data-directory.ts";
import { notePort, openEmbeddedLake, seedLake, wantsEmbeddedLake, withLake } from "./embedded-lake.ts";
import { guardOptions } from "./guards.ts";
import { createReadiness } from "./health.ts";
import { withVisibility } from "./hosted-dataset.ts";
import { listen, startupErrorMessage } from "./listen.ts";
import { createMetrics } from "./metrics.ts";
import { createPublicPages } from "./public-pages.ts";
import { createSite, type SiteBuild } from "./remix.ts";
import { createRequestListener, createUpgradeListener } from "./request-listener.ts";
import { createRouteNames } from "./route-names.ts";
import { cspOptions, securityHeaders } from "./security-headers.ts";
import { createHandler } from "./server.ts";
import { createEventStreams, shutDown, shutDownOnSignals } from "./shutdown.ts";
import { createSiteSession } from "./site-session.ts";
import { createStudio } from "./studio.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface StartOptions {
  /** Whether to render the public pages ahead; default true. Tests that start many sites save the CPU time. */
  shouldWarm?: boolean;
  /** Whether to run the periodic jobs at their times; default true. Tests with a clock of their own run them. */
  shouldSchedule?: boolean;
  /** The system's clock unless a test sets another. */
  clock?: Clock;
  /** Whether the output is a log only: JSON lines. Otherwise a summary for people stands before it. */
  onlyLogs?: boolean;
  /** Whether signals and uncaught errors of the process stop the site; default true. Otherwise only `stop` does. */
  ownsProcess?: boolean;
}

export interface StartedSite {
  services: Services;
  /** Finishes requests in flight and jobs, and closes everything. */
  stop: () => Promise<void>;
}

/** Starts the whole site as configured by `source`. Throws when it cannot start, for example because the port is taken. */
export async function startSite(
  source: Readonly<Record<string, string | undefined>>,
  {
    shouldWarm = true,
    shouldSchedule = true,
    clock,
    onlyLogs = false,
    ownsProcess = true,
  }: StartOptions = {},
): Promise<StartedSite> {
  const configured = parseEnv(source);
  createDataDirectory(configured.dataDir);
  // Listen first: a taken port fails at once, and early requests get 503 with Retry-After.
  const http = await listen(configured.port, configured.host);
  const { port } = http.address() as AddressInfo;
  const given = parseEnv({ ...source, PORT: String(port) });
  const log = createLog(given.logLevel);
  const restricted = restrictDataDirectory(given.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, "other users of this machine may read the data directory"),
  );
  const metrics = createMetrics(given.metricsToken);
  const guards = guardOptions(given, port);

  const started = Promise.withResolvers<Services["auth"]>();
  const session = createSiteSession(started.promise);
  const access = { session, origins: guards.origins, onQuery: metrics.onQuery };
  const lake = wantsEmbeddedLake(given) ? await openEmbeddedLake(given, log, access) : null;
  const env = lake ? withLake(given, lake) : await withVisibility(given, log);
  if (lake) {
    await seedLake(env, lake);
    notePort(env, port);
  }

  const build = (await import(pathToFileURL(join(root, "build/server/index.js")).href)) as SiteBuild;
  const { createServices, startJobs } = build.entry.module;
  const routeName = createRouteNames(build.routes);
  const { register } = metrics;
  const services = createServices(env, lake?.fetch ?? null, { clock, register });
  started.resolve(services.auth);

  const eventLoop = watchEventLoop();
  const admission = createAdmission({ underPressure: eventLoop.isBusy });
  const receiveBody = createReceiveBody();
  const site = createSite(build, services, cspOptions(env), admission, receiveBody);
  const headers = securityHeaders(env.publicUrl.startsWith("https:"));
  const changes = createContentChanges(lake);
  const pages = createPublicPages({ env, services, site, receiveBody, changes, headers, log, clock });
  changes.subscribe(services.moneyWatch.onChange);
  // The lake ends its own streams, with a last event.
  const streams = createEventStreams({ except: "/lake/" });
  const stopping = { isStopping: false };
  metrics.measurePages?.(pages.cache);
  metrics.measureAdmission?.(admission);
  if (lake) {
    metrics.measureLake?.(lake.stats);
    services.auth.onSessionsEnded(lake.recheckSessions);
  }

  const missingServices = createReadiness(services.probes, log);
  const handle = createHandler({
    origin: env.publicUrl,
    trustProxy: env.trustProxy,
    files: readBrowserBuild({ clientDir: join(root, "build/client"), dataDir: env.dataDir, log }),
    studio: createStudio(
      join(root, "studio/dist"),
      env.content.mode === "hosted" ? `https://${env.content.projectId}.api.sanity.io` : null,
    ),
    site,
    lake,
    webhook: pages.webhook,
    metrics: metrics.endpoint,
    missingServices,
    pages: pages.cache,
    admission,
    streams,
    stopping,
    log,
  });
  const listener = createRequestListener({
    guards,
    headers: new Map(Object.entries(headers)),
    pages: pages.cache,
    handle,
    onRequest: metrics.timeRequests?.(routeName),
    log,
  });
  http.removeAllListeners("request").on("request", listener);
  if (lake) http.on("upgrade", createUpgradeListener(guards, lake.upgrade));
  const jobs = startJobs(services, { shouldSchedule });

  const shutdown = {
    http,
    stopping,
    drainMs: env.drainMs,
    endStreams() {
      pages.close();
      lake?.endStreams();
      streams.end();
    },
    async close() {
      await jobs.stop();
      services.close();
      await lake?.close();
      eventLoop.close();
    },
  };
  if (ownsProcess) shutDownOnSignals(shutdown, log);
  await Promise.all([restricted, missingServices()]);
  const hint = await adminHint(env, services.clients.adminClient);
  if (onlyLogs) logStart(env, hint, log);
  else process.stdout.write(summaryOf(env, hint));
  if (shouldWarm) await pages.warm();
  return { services, stop: () => shutDown(shutdown) };
}

// Started so by systemd and in containers; `npm start` is for people.
if (import.meta.main)
  await startSite(process.env, { onlyLogs: true }).catch((error: unknown) => {
    createLog("fatal").fatal(startupErrorMessage(error));
    process.exit(1);
  });
