import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "../../app/platform/env.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { namesPreviewCookie } from "../../app/platform/preview.server.ts";
import { createEventStreams } from "../event-streams.ts";
import { guardOptions } from "../guard-options.ts";
import { TIMEOUTS } from "../http-timeouts.ts";
import { createListener } from "../listener.ts";
import { PageCache } from "../page-cache/page-cache.ts";
import { plain } from "../plain.ts";
import { securityHeaders } from "../security-headers.ts";
import { createStatic } from "../static-files.ts";
import { stopper } from "../stop.ts";
import { createStudio } from "../studio.ts";
import { createUpgrade } from "../upgrade.ts";
import { noCounters } from "./counters.ts";
import { Gate } from "./gate.ts";
import { sockets } from "./messages.ts";
import { fetchPages } from "./page-parcel.ts";
import { createPass } from "./pass.ts";
import { createPassUpgrade } from "./pass-upgrade.ts";
import { leaveSignalsToPrimary } from "./signals.ts";
import { linkWorker } from "./worker-link.ts";

// One of the processes in front (docs/decisions/0012): public pages and files from here, everything else from the core.
// It opens no data and knows no secret.

/** The core needs some of a stop's 30 seconds, too. Milliseconds. */
const GRACE = 14_000;

leaveSignalsToPrimary();
const root = fileURLToPath(new URL("../..", import.meta.url));
const directory = process.argv[2] ?? "";
const { site: siteSocket, pages: pagesSocket } = sockets(directory);
const ownSocket = join(directory, `${process.pid}.sock`);
const env = parseEnv(process.env);
const log = createLog(env.logLevel);
const guards = guardOptions(env, env.port);
const headers = securityHeaders(env.publicUrl.startsWith("https:"));
const hostedApi = env.content.mode === "hosted" ? `https://${env.content.projectId}.api.sanity.io` : null;

const gate = new Gate();
const counters = noCounters();
const agent = new Agent({ keepAlive: true });
const pages = new PageCache({
  make: fetchPages({ socket: pagesSocket, agent, isUp: () => gate.isOpen }),
  bypass: (request) => namesPreviewCookie(request.headers.cookie),
  // The core tells of pages that could not be made; each worker would only say it again.
  log: log.child({}, { level: "error" }),
});
const pass = createPass({ socket: siteSocket, agent, gate, counters, log });
const files = createStatic(join(root, "build/client"));
const studio = createStudio(join(root, "studio/dist"), hostedApi);

function answer(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (path === "/healthz") return plain(response, 200, "ok");
  if (path === "/readyz" && !gate.isOpen) return plain(response, 503, "starting");
  if (path === "/studio" || path.startsWith("/studio/")) return studio(request, response);
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads || path.startsWith("/lake/")) return pass(request, response);
  files(request, response, () => pass(request, response));
}

const { trustProxy } = env;
const streams = createEventStreams();
const listener = createListener({ guards, headers, pages, answer, streams, trustProxy, log });
let leaving = false;
// It gets its callers from the door, and listens only to look after them as a server does that listens.
const server = createServer(TIMEOUTS, (request, response) => {
  // Whoever asks again is to ask another one.
  if (leaving) response.shouldKeepAlive = false;
  listener(request, response);
});
const passUpgrade = createPassUpgrade(siteSocket, gate, trustProxy);
await new Promise<void>((resolve) => server.listen(ownSocket, resolve));
server.on("upgrade", createUpgrade(guards, passUpgrade.pass));

const callers = new Set<Socket>();

linkWorker({
  connection(caller) {
    callers.add(caller);
    caller.once("close", () => callers.delete(caller));
    server.emit("connection", caller);
  },
  notice(notice) {
    if (notice.kind === "there?") return;
    if (notice.kind === "purge") return pages.purge(notice.tags);
    if (notice.state === "up") return gate.open();
    gate.close();
    // What it changed in its last moment, nobody may have been told.
    pages.purgeAll();
  },
  kept(keys) {
    for (const key of keys) pages.learn(key);
  },
  stop({ linger, cut }) {
    leaving = true;
    if (!cut) gate.giveUp(); // the whole site stops
    const end = () => {
      if (!cut) return;
      streams.end();
      passUpgrade.end();
    };
    stopper(server, { endStreams: end, close: async () => {}, log, grace: GRACE, callers })(linger);
  },
  counters: () => ({ ...counters, ...pages.counts }),
});
