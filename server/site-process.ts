import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import type { Services } from "../app/platform/services.server.ts";
import { adminHint } from "./admin-hint.ts";
import { announce } from "./announce.ts";
import { cspOptions } from "./csp-options.ts";
import { openEmbeddedLake, seedLake, wantsEmbeddedLake, withLake } from "./embedded-lake.ts";
import { createEventStreams } from "./event-streams.ts";
import { guardOptions } from "./guard-options.ts";
import { createListener } from "./listener.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createRouteNames } from "./metrics/route-names.ts";
import { createMounts } from "./mounts.ts";
import { createPages } from "./pages.ts";
import { turnAway, turnedAway } from "./plain.ts";
import { createPressure } from "./pressure.ts";
import { closeToOthers, makeDataDirectory } from "./private-files.ts";
import { createReadiness } from "./readiness.ts";
import { createSite, type SiteBuild } from "./remix.ts";
import { securityHeaders } from "./security-headers.ts";
import { createSiteSession } from "./site-session.ts";
import { onStopSignal, stopper } from "./stop.ts";
import { createStudio } from "./studio.ts";
import { createUpgrade } from "./upgrade.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** In milliseconds. Browsers keep idle connections open for a minute and more. */
const TIMEOUTS = {
  requestTimeout: 300_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

const STARTING = "The site is starting. Please try again in a moment.";
/** Seconds. */
const COME_AGAIN = "2";

/** Listens before anything is opened: a taken port is said at once, and who comes early is told to come again. */
async function listen(port: number, host: string) {
  let answer: RequestListener = (_request, response) => {
    response.setHeader("retry-after", COME_AGAIN).setHeader("connection", "close");
    turnAway(response, 503, STARTING);
  };
  const server = createServer(TIMEOUTS, (request, response) => answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const answerWith = (listener: RequestListener) => {
    answer = listener;
  };
  return { server, answerWith };
}

function starting(request: Request): Response {
  return turnedAway(request, 503, STARTING, { "retry-after": COME_AGAIN });
}

const loadBuild = async (): Promise<SiteBuild> =>
  (await import(pathToFileURL(join(root, "build/server/index.js")).href)) as SiteBuild;

/** The API that the Studio asks; null when it is below /lake on our own origin. */
const hostedApi = ({ content }: Env): string | null =>
  content.mode === "hosted" ? `https://${content.projectId}.api.sanity.io` : null;

/**
 * Starts the whole site in this process, as the environment configures it. Throws what kept it from starting, such as a taken
 * port.
 */
export async function startSite(source: Readonly<Record<string, string | undefined>>): Promise<void> {
  const configured = parseEnv(source);
  makeDataDirectory(configured.dataDir);
  const { server, answerWith } = await listen(configured.port, configured.host);
  const { port } = server.address() as AddressInfo;
  const given = parseEnv({ ...source, PORT: String(port) });
  const log = createLog(given.logLevel);

  const closed = closeToOthers(given.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, "the data directory is not closed to other users of this machine"),
  );

  const guards = guardOptions(given, port);
  let site: ((request: Request) => Promise<Response>) | null = null;
  const answerFromSite = async (request: Request): Promise<Response> => site?.(request) ?? starting(request);
  let routeName = createRouteNames({});
  const metrics = createMetrics(given.metricsToken, (path) => routeName(path));
  const tracing = given.tracesTo
    ? (await import("./tracing/tracing.ts")).startTracing({
        endpoint: given.tracesTo,
        routeName: (path) => routeName(path),
      })
    : null;
  let services: Services | null = null;
  const session = createSiteSession(() => services?.auth.visitors ?? null);
  const lake = wantsEmbeddedLake(given)
    ? await openEmbeddedLake(given, log, { session, origins: guards.origins, onQuery: metrics.onQuery })
    : null;
  const env = lake ? withLake(given, lake) : given;
  const build = await loadBuild();
  routeName = createRouteNames(build.routes);
  const { createServices, startJobs } = build.entry.module;
  services = createServices(env, lake && (tracing?.lake(lake.fetch) ?? lake.fetch));
  const { clients } = services;
  const reachable = createReadiness(clients.publicClient);
  const headers = securityHeaders(env.publicUrl.startsWith("https:"));
  const pages = createPages({ env, services, site: answerFromSite, lake, headers, log });
  const pressure = createPressure();
  metrics.pages(pages.cache);
  metrics.pressure(pressure);
  if (lake) metrics.lake(lake.stats);
  // The lake ends its own streams, with their last words.
  const streams = createEventStreams({ notBelow: "/lake/" });
  const answer = createMounts({
    clientDir: join(root, "build/client"),
    origin: env.publicUrl,
    site: pages.site,
    lake,
    studio: createStudio(join(root, "studio/dist"), hostedApi(env)),
    webhook: pages.webhook,
    metrics: metrics.endpoint,
    ready: async () => site !== null && (await reachable()),
    pages: pages.cache,
    pressure,
    log,
  });
  const listener = createListener({
    guards,
    headers,
    pages: pages.cache,
    answer,
    streams,
    trustProxy: env.trustProxy,
    watch: metrics.watch,
    log,
  });
  answerWith(tracing?.listener(listener) ?? listener);
  if (lake) server.on("upgrade", createUpgrade(guards, lake.upgrade));
  const endStreams = () => {
    pages.close();
    lake?.endStreams();
    streams.end();
  };
  let jobs: ReturnType<typeof startJobs> | null = null;
  const close = async () => {
    await jobs?.stop();
    services.close();
    await lake?.close();
    await tracing?.stop();
  };
  const stop = stopper(server, { endStreams, close, log });
  onStopSignal((signal) => {
    log.info({ signal }, "stopping");
    stop();
  });
  if (lake) await seedLake(env, lake);
  jobs = startJobs(services);
  site = createSite(tracing?.build(build) ?? build, services, cspOptions(env));
  await closed;
  announce(env, await adminHint(env, clients.adminClient));
  await pages.warm();
}
