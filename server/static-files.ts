import { NO_PAGE_POLICY } from "./csp.ts";
import { serveFiles } from "./serve-files.ts";

/** Files of the browser's build never change under their names; the rest of public/ is asked for again now and then. */
export function createStatic(directory: string) {
  return serveFiles(directory, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      response.setHeader("content-security-policy", NO_PAGE_POLICY);
      const immutable = pathname.startsWith("/assets/");
      response.setHeader(
        "cache-control",
        immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
}
