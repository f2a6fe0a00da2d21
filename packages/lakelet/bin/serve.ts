import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { createLocalSignIn } from "../src/auth/local-sign-in.ts";
import type { LocalSignIn } from "../src/auth/local-sign-in.ts";
import { isLoopback, underLoopbackName } from "../src/auth/loopback.ts";
import { createSignInCodes } from "../src/auth/sign-in-code.ts";
import { listen } from "../src/http/listen.ts";
import { toNodeListener } from "../src/node.ts";
import { openProject } from "../src/project.ts";
import type { Project } from "../src/project.ts";
import { replaceFile } from "../src/store/replace-file.ts";
import type { WebhookOptions } from "../src/webhooks/options.ts";
import { prepareWebhooks } from "../src/webhooks/webhooks.ts";
import { CommandError, count } from "./options.ts";
import type { Options } from "./options.ts";
import { runningFile } from "./running.ts";
import type { Running } from "./running.ts";

const USUAL_PORT = 3900;

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : null);

/** Listens on the given port, else on the usual one, else on a free one. */
async function listenSomewhere(server: Server, { port, host }: Options): Promise<AddressInfo> {
  try {
    return await listen(server, port ?? USUAL_PORT, host);
  } catch (error) {
    if (codeOf(error) === "ENOTFOUND" || codeOf(error) === "EADDRNOTAVAIL")
      throw new CommandError(`--host ${host} is not an address of this machine.`, { cause: error });
    if (codeOf(error) !== "EADDRINUSE") throw error;
    if (port !== undefined)
      throw new CommandError(
        `Port ${port} of ${host} is taken. Choose another --port, or none for a free one.`,
      );
    return listen(server, 0, host);
  }
}

/** Addresses that mean every interface, and one of them by which this machine reaches the server. */
const ANY_ADDRESS = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/** Where a Studio is in development unless it says otherwise. */
const STUDIO_ORIGINS = ["http://localhost:3333", "http://127.0.0.1:3333"];

/** A sign-in whose codes are on the terminal. */
interface TerminalSignIn extends LocalSignIn {
  /** Opens the sign-in page with the current code. */
  url(lakeUrl: string): string;
}

/** Returns the sign-in by code, or null if anybody but this machine can reach the server. */
function localSignIn(
  { address, port }: AddressInfo,
  options: Options,
  origins: Set<string>,
): TerminalSignIn | null {
  const { "public-url": publicUrl, "base-path": basePath } = options;
  const names = [address.includes(":") ? `[${address}]` : address];
  if (publicUrl !== undefined) names.push(new URL(publicUrl).hostname);
  if (!names.every(isLoopback)) return null;
  const codes = createSignInCodes(options.token, (code) =>
    console.log(`Somebody has signed in. The next code is ${code}`),
  );
  for (const origin of STUDIO_ORIGINS) origins.add(origin);
  const [origin = ""] = origins;
  return {
    ...createLocalSignIn({ port, basePath, origins, codes }),
    url: (lakeUrl) => {
      const search = new URLSearchParams({ origin, code: codes.current });
      return `${underLoopbackName(lakeUrl, new URL(origin).hostname)}/auth/login?${search}`;
    },
  };
}

const STUDIO = (url: string, signInUrl: string): string => `
A Studio at ${STUDIO_ORIGINS[0]} (others: --origin), in sanity.config.ts:

  import { lakeStudio } from "lakelet/studio";
  export default defineConfig({ ...lakeStudio("${url}"), /* as before */ });

It asks for the code at the end of this address, which works once, or open the address itself to sign in:

  ${signInUrl}
`;

const NO_SIGN_IN = `
Other machines may reach this server: whoever has the token may do everything. Requests are plain HTTP, so put
TLS in front of it on a network. Nobody can sign in to a Studio here.
`;

/** Returns the lines that clients need. */
function introduction(
  { url, projectId, datasets, token }: Running,
  options: Options,
  signIn: TerminalSignIn | null,
): string {
  const [dataset] = datasets;
  const publicUrl = options["public-url"];
  const apiHost = publicUrl === undefined ? url : `${publicUrl}${options["base-path"]}`;
  return `lakelet serves ${options.memory ? "from memory" : resolve(options.data)} at ${url}

  Project ID  ${projectId}
  Dataset     ${datasets.join(", ")}
  Token       ${token}

@sanity/client, next-sanity:

  projectId: "${projectId}", dataset: "${dataset}", apiVersion: "2025-02-19", useCdn: false,
  apiHost: "${apiHost}", useProjectHostname: false,
  token: "${token}",${options["public-read"] ? " // not needed for published documents" : ""}
${signIn ? STUDIO(apiHost, signIn.url(apiHost)) : NO_SIGN_IN}`;
}

/** Reads the webhooks of the command line and of its file. @throws CommandError */
function webhooksOf({ webhook, webhooks: file }: Options): WebhookOptions[] {
  try {
    const listed: unknown = file === undefined ? [] : JSON.parse(readFileSync(file, "utf8"));
    const all = [
      ...webhook.map((url) => ({ url })),
      ...(Array.isArray(listed) ? (listed as unknown[]) : [listed]),
    ];
    return prepareWebhooks(all).map(({ options }) => options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The webhooks cannot be used. ${reason}`, { cause: error });
  }
}

/** Imports sources into the first dataset, unless it has documents. @throws CommandError */
async function seedFirst(running: Running, project: Project, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  // Loaded when it is needed: it would take 0.1 s of every start.
  const { countDocuments, importInto } = await import("./content.ts");
  const [dataset = "production"] = running.datasets;
  // In process, because the server responds to nobody before its seed is imported.
  const fetchHere: typeof fetch = (input, init) => project.fetch(new Request(input, init));
  const server = { ...running, fetch: fetchHere };
  const existing = await countDocuments(server, dataset);
  if (existing > 0) return console.log(`Not seeded: ${dataset} has ${count(existing, "document")}.`);
  for (const source of sources) {
    const imported = await importInto(server, { dataset, source, operation: "create" });
    console.log(`Seeded ${dataset} with ${count(imported, "document")} of ${source}.`);
  }
}

/** Prints a line for `--log`, with its parameters decoded, and without line breaks or control characters. */
function logRequest({ method, url }: Request, { status }: Response, ms: number): void {
  const { pathname, searchParams } = new URL(url);
  const parameters = Array.from(searchParams, ([name, value]) => ` ${name}=${value}`).join("");
  const line = `${method} ${pathname}${parameters}`.replace(/[\s\p{Cc}]+/gu, " ");
  console.log(`${status} ${ms.toFixed(0)} ms  ${line.slice(0, 2000)}`);
}

/** Serves until SIGINT or SIGTERM. @throws CommandError, LakeDirectoryError */
export async function serve(options: Options): Promise<void> {
  const webhooks = webhooksOf(options);
  const directory = options.memory ? null : options.data;
  const opened = Promise.withResolvers<{ project: Project; signIn: TerminalSignIn | null }>();
  const server = createServer(
    // Longer than clients and proxies keep a connection that nobody uses: they would send a request into its end.
    { keepAliveTimeout: 75_000 },
    toNodeListener({
      answer: async (request, caller) => {
        const { project, signIn } = await opened.promise;
        const startMs = performance.now();
        const response = await (signIn?.answer(request, caller?.callerKey) ??
          project.answer(request, caller));
        if (options.log) logRequest(request, response, performance.now() - startMs);
        return response;
      },
    }),
  );
  server.on("upgrade", (...request) => {
    void opened.promise.then(({ project }) => project.upgrade(...request));
  });
  // The system may have chosen the port, and URLs of assets contain it.
  const bound = await listenSomewhere(server, options);
  const { port, family, address } = bound;
  const origins = new Set(options.origins);
  const signIn = localSignIn(bound, options, origins);
  const host = family === "IPv6" ? `[${address}]` : address;
  const origin = `http://${ANY_ADDRESS.get(host) ?? host}:${port}`;
  const url = `${origin}${options["base-path"]}`;
  if (directory !== null && !existsSync(directory)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // The tokens are in it.
    writeFileSync(join(directory, ".gitignore"), "*\n");
  }
  const project = await openProject({
    directory,
    datasets: options.datasets,
    basePath: options["base-path"],
    publicUrl: options["public-url"] ?? origin,
    projectId: options["project-id"],
    origins,
    ...(signIn ? { session: signIn.session } : {}),
    publicRead: options["public-read"],
    cacheBytes: options.cacheBytes,
    writeToken: options.token,
    webhooks,
    log: (level, message, detail) => console[level](message, detail ?? ""),
  });
  const { "project-id": projectId } = options;
  const datasets = [...project.lakes.keys()];
  const running: Running = { url, projectId, datasets, token: project.tokens.write };

  const stop = (): void => {
    server.close();
    if (directory !== null) rmSync(runningFile(directory), { force: true });
    void project.close().finally(() => {
      server.closeAllConnections();
      process.exit(0);
    });
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);

  if (directory !== null) replaceFile(runningFile(directory), JSON.stringify(running));
  await seedFirst(running, project, options.seed);
  opened.resolve({ project, signIn });
  console.log(introduction(running, options, signIn));
}
