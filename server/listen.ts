import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { turnAway } from "./plain.ts";

/** In milliseconds. Browsers keep idle connections open for a minute and more. */
const TIMEOUTS = {
  requestTimeout: 300_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};
const RETRY_AFTER_SECONDS = "2";

/**
 * Listens on the public port and answers 503 until the site takes over the server's requests. Throws what the system says,
 * such as EADDRINUSE.
 */
export async function listen(port: number, host: string): Promise<Server> {
  const server = createServer(TIMEOUTS, (_request, response) => {
    response.setHeader("retry-after", RETRY_AFTER_SECONDS).setHeader("connection", "close");
    turnAway(response, 503, "The site is starting. Please try again in a moment.");
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
