import type { Server, ServerResponse } from "node:http";

/**
 * Watches a server for answers that never end by themselves (server-sent events). The returned function breaks them off; the
 * browsers behind them ask again, whoever answers then. What lies below the path `notBelow` is left alone.
 */
export function watchEventStreams(server: Server, { notBelow }: { notBelow?: string } = {}): () => void {
  const open = new Set<ServerResponse>();
  server.on("request", (request, response: ServerResponse) => {
    if (notBelow && request.url?.startsWith(notBelow)) return;
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
