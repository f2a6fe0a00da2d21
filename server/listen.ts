import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { sendError } from "./error-responses.ts";

/** In ms. A proxy must never send into a connection that this side is closing: nginx keeps idle ones for 60 s, Caddy for 120 s. */
const TIMEOUTS = {
  requestTimeout: 300_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 130_000,
};
const RETRY_AFTER_SECONDS = "2";

/** Listens on the public port and responds with 503 until the site is ready. Throws the system's error, such as EADDRINUSE. */
export async function listen(port: number, host: string): Promise<Server> {
  const server = createServer(TIMEOUTS, (_request, response) => {
    response.setHeader("retry-after", RETRY_AFTER_SECONDS).setHeader("connection", "close");
    sendError(response, 503, "The site is starting. Please try again in a moment.");
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

const STARTUP_ERRORS: Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string> = {
  EADDRINUSE: (error) =>
    `Port ${error.port} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
  EACCES: (error) =>
    error.syscall === "listen"
      ? `This user may not listen on port ${error.port}. Choose one above 1023: PORT=3000 npm start`
      : `No permission to write ${error.path}. Choose another place: DATA_DIR=/path npm start`,
  ENOENT: ({ syscall, path, message }) =>
    syscall === "mkdir"
      ? `The directory ${path} cannot be created. Choose another place: DATA_DIR=/path npm start`
      : message,
  EROFS: (error) => `${error.path} is read-only. Choose another place: DATA_DIR=/path npm start`,
  ENOSPC: () => "The disk is full.",
};

/** Returns why the server did not start, for the person who started it. */
export function startupErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return STARTUP_ERRORS[code]?.(error) ?? error.message;
}
