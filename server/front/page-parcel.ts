import { createServer, request, type Agent, type Server } from "node:http";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import type { PageCache } from "../page-cache/page-cache.ts";
import type { Made, Make } from "../page-cache/renewals.ts";

/** How long a worker waits for a page, in milliseconds: longer than the core takes to give up on making it. */
const PATIENCE = 20_000;

/** An error is told by its text alone. */
function parcel(made: Made): Buffer {
  return serialize(made.kind === "failed" ? { kind: "failed", error: String(made.error) } : made);
}

/** Gives the pages that the core keeps or can make to the workers, whole and in all encodings, on a socket of their own. */
export async function servePages(cache: Pick<PageCache, "find">, socket: string): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    cache.find(request.url ?? "/").then(
      (made) => response.end(parcel(made)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  return server;
}

interface FetchPagesOptions {
  socket: string;
  agent: Agent;
  isUp: () => boolean;
}

/** What a worker's page cache makes pages with: it asks the core. While the core is away, every page is as it last was. */
export function fetchPages({ socket, agent, isUp }: FetchPagesOptions): Make {
  return async ({ key }) => {
    if (!isUp()) return { kind: "failed", error: "The core is away.", away: true };
    try {
      const asked = request({ socketPath: socket, path: key, agent, timeout: PATIENCE }).end();
      asked.once("timeout", () => asked.destroy(new Error("The core did not answer.")));
      const [response] = (await once(asked, "response")) as [IncomingMessage];
      return deserialize(await buffer(response)) as Made;
    } catch (error) {
      return { kind: "failed", error, away: true };
    }
  };
}
