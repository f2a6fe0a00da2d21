import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import sirv, { type Options } from "sirv";

/**
 * sirv, without the two ways in which it ends the process. It lists the directory once; a file that a new build took away
 * fails when its answer has begun, so that the connection ends. And it throws on a range that ends before it begins: every
 * answer is whole, which RFC 9110 14.2 allows.
 */
export function serveFiles(directory: string, options: Options) {
  const serve = sirv(directory, {
    ...options,
    setHeaders(response, pathname, stats) {
      response.once("pipe", (file: Readable) => file.once("error", () => response.destroy()));
      options.setHeaders?.(response, pathname, stats);
    },
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    delete request.headers.range;
    serve(request, response, next);
  };
}
