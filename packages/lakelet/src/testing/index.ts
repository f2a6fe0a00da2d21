import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@sanity/client";
import type { ClientConfig } from "@sanity/client";
import { importContent } from "../content.ts";
import { configFor } from "../content/client.ts";
import { listen } from "../http/listen.ts";
import { createLake } from "../lake.ts";
import type { Lake } from "../lake.ts";
import { isReleaseId } from "../model/document.ts";
import { toNodeListener } from "../node.ts";
import type { WebhookOptions } from "../webhooks/options.ts";

export { clientFor } from "../content/client.ts";
export { clientPair, serveLake } from "./serve-lake.ts";
export type { ClientPair, ServedLake } from "./serve-lake.ts";

/** A document as a seed: `_id` and `_type`, and whatever else. */
export type SeedDocument = { _id: string; _type: string } & Record<string, unknown>;

export interface TestLakeOptions {
  /** Documents, or an .ndjson file, a .tar.gz or a folder of an export. `reset` returns to it. */
  seed?: readonly SeedDocument[] | string;
  /** Default `local`. */
  projectId?: string;
  /** Default `production`. */
  dataset?: string;
  /** Serves the lake at 127.0.0.1 too, for browsers and other processes. 0 is any free port. Default: only in process. */
  port?: number;
  /** Over the network: published documents without a token, as in a public dataset. Default true. */
  publicRead?: boolean;
  /** Origins whose pages may read responses (CORS). */
  origins?: Iterable<string>;
  /** Where changes are sent. */
  webhooks?: readonly WebhookOptions[];
}

/** A request that the lake got. */
export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Parameters of the URL: `query`, `$slug`, `perspective` … */
  search: Readonly<Record<string, string>>;
  /** Status of the response; null until there is one, and if a fault lost it. */
  status: number | null;
}

/** What goes wrong with requests. */
export interface Fault {
  /** Only requests with this method. */
  method?: string;
  /** Only requests with this in the path, such as `/data/query/`. */
  path?: string | RegExp;
  /** How many requests it concerns. Default 1. */
  times?: number;
  /** The request waits so long before anything else, in ms. */
  delayMs?: number;
  /** The response, without the request being handled: 400 to 599. */
  status?: number;
  /** The request is handled and the response never arrives: the connection breaks. */
  isLost?: boolean;
}

export interface TestLake {
  /** The client's `apiHost`. With `port` it can be reached from other processes. */
  url: string;
  /** For the client's `resolveFetch: () => lake.fetch`, and for anything else that takes a fetch. */
  fetch: typeof fetch;
  /** Configuration of `@sanity/client` 8, with the write token and `fetch`. */
  clientConfig: ClientConfig & { projectId: string; dataset: string; token: string };
  /** `read` sees everything, `write` may do everything. */
  tokens: Lake["tokens"];
  /** Since the start or the last `reset`. */
  readonly requests: readonly RecordedRequest[];
  /** Lets requests fail until `times` of them have. Returns a function that ends the fault earlier. */
  fault(fault: Fault): () => void;
  /** Restores the seed and forgets requests and faults. */
  reset(): void;
  close(): Promise<void>;
}

/** Requests in process have an address, too. No host has this name (RFC 6761). */
const ORIGIN = "http://lake.invalid";

const faultResponse = (status: number): Response =>
  Response.json({ statusCode: status, error: "Fault", message: "A fault of the test" }, { status });

/** Finds the fault of a request and counts it. */
function createFaults() {
  const active = new Map<Fault, number>();
  const concerns = ({ method, path }: Fault, request: Request): boolean => {
    const { pathname } = new URL(request.url);
    if (method !== undefined && method !== request.method) return false;
    if (path === undefined) return true;
    return typeof path === "string" ? pathname.includes(path) : path.test(pathname);
  };
  return {
    add: (fault: Fault): (() => void) => {
      const own = { ...fault };
      active.set(own, fault.times ?? 1);
      return () => void active.delete(own);
    },
    clear: () => active.clear(),
    take: (request: Request): Fault => {
      for (const [fault, left] of active) {
        if (!concerns(fault, request)) continue;
        if (left > 1) active.set(fault, left - 1);
        else active.delete(fault);
        return fault;
      }
      return {};
    },
  };
}

async function applySeed(config: ClientConfig, seed: TestLakeOptions["seed"]): Promise<void> {
  const client = createClient(config);
  const { apiHost } = config;
  if (typeof seed === "string")
    return void (await importContent({ client, apiHost, source: seed, operation: "create" }));
  if (!seed || seed.length === 0) return;
  const transaction = client.transaction();
  for (const document of seed) if (!isReleaseId(document._id)) transaction.createOrReplace(document);
  if (transaction.toJSON().length > 0) await transaction.commit({ returnDocuments: false });
  for (const document of seed)
    if (isReleaseId(document._id))
      await client.action({ actionType: "sanity.action.release.import", document } as never);
}

/**
 * Starts a lake in this process, in memory, for tests. Rejects if the seed is not valid or the port is taken. Bytes of assets are in a temporary
 * directory that `close` removes.
 */
export async function startLake(options: TestLakeOptions = {}): Promise<TestLake> {
  const { seed, projectId = "local", dataset = "production", publicRead = true } = options;
  const server = createServer();
  const url =
    options.port === undefined ? ORIGIN : `http://127.0.0.1:${(await listen(server, options.port)).port}`;
  const lake = await createLake({
    directory: null,
    publicUrl: url,
    projectId,
    dataset,
    publicRead,
    origins: options.origins ?? [],
    webhooks: options.webhooks ?? [],
  });
  const faults = createFaults();
  const requests: RecordedRequest[] = [];

  const handle = async (request: Request, enter: (request: Request) => Promise<Response>) => {
    const { pathname, searchParams } = new URL(request.url);
    const search = Object.fromEntries(searchParams);
    const recorded: RecordedRequest = { method: request.method, path: pathname, search, status: null };
    requests.push(recorded);
    const { delayMs, status, isLost } = faults.take(request);
    if (delayMs !== undefined) await sleep(delayMs, undefined, { signal: request.signal });
    const response = status === undefined ? await enter(request) : faultResponse(status);
    if (isLost) {
      await response.body?.cancel();
      throw new TypeError("fetch failed", { cause: new Error("The response was lost") });
    }
    recorded.status = response.status;
    return response;
  };
  const inProcess: typeof fetch = (input, init) => handle(new Request(input, init), lake.fetch);
  const clientConfig = {
    ...configFor(url),
    projectId,
    dataset,
    token: lake.tokens.write,
    resolveFetch: () => inProcess,
  };

  const answer: Lake["answer"] = (request, caller) => handle(request, (one) => lake.answer(one, caller));
  server.on("request", toNodeListener({ answer }));
  server.on("upgrade", lake.upgrade);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await lake.close();
  };
  try {
    await applySeed(clientConfig, seed);
  } catch (error) {
    await close();
    throw error;
  }
  const restore = lake.checkpoint();
  requests.length = 0;
  return {
    url,
    fetch: inProcess,
    clientConfig,
    tokens: lake.tokens,
    requests,
    fault: faults.add,
    reset: () => {
      restore();
      faults.clear();
      requests.length = 0;
    },
    close,
  };
}
