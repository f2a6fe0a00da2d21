import type { Server, ServerResponse } from "node:http";

/**
 * Watches a server for answers that never end by themselves (server-sent events). The returned function breaks them off; the
 * browsers behind them ask again, whoever answers then.
 */
export function watchEventStreams(server: Server): () => void {
  const open = new Set<ServerResponse>();
  server.on("request", (request, response: ServerResponse) => {
    if (request.url?.startsWith("/lake/")) return; // the lake ends its own, with their last words
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return () => {
    for (const response of open) {
      const type = response.getHeader("content-type");
      if (String(type).startsWith("text/event-stream")) response.destroy();
    }
  };
}
