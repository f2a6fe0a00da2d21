import type { HeadersFunction } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";

/** What admins see is for nobody's cache and for no search engine; what a loader adds (an outage's Retry-After) goes with it. */
export const adminHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  headers.set("Cache-Control", PRIVATE);
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};
