import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { register } from "prom-client";

const PLAIN = "text/plain; charset=utf-8";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Answers `GET /metrics` in Prometheus's text format to who holds the token. Without a token configured there is no such
 * page. What it tells is of this moment and for nobody else, so no cache may keep it.
 */
export function createMetricsEndpoint(
  token: string | undefined,
  metrics: () => Promise<string> = () => register.metrics(),
): (request: IncomingMessage, response: ServerResponse) => void {
  const refuse = (response: ServerResponse, status: number, headers: Record<string, string>, text: string) =>
    void response
      .writeHead(status, { "content-type": PLAIN, "cache-control": "no-store", ...headers })
      .end(text);
  if (token === undefined) return (_request, response) => refuse(response, 404, {}, "Not found.\n");
  const wanted = digest(`Bearer ${token}`);
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuse(response, 405, { allow: "GET, HEAD" }, "Method not allowed.\n");
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), wanted))
      return refuse(response, 401, { "www-authenticate": "Bearer" }, "A token is needed.\n");
    void metrics().then(
      (text) =>
        response
          .writeHead(200, { "content-type": register.contentType, "cache-control": "no-store" })
          .end(text),
      () => refuse(response, 500, {}, "The metrics could not be collected.\n"),
    );
  };
}
