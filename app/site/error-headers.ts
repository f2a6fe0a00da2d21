import type { HeadersFunction } from "@remix-run/node";

/** Headers of an error page: nobody keeps it, and an outage says when to come again. Nothing for a page that worked. */
export const pageErrorHeaders: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  if (!errorHeaders) return parentHeaders;
  const retryAfter = errorHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", ...(retryAfter ? { "Retry-After": retryAfter } : {}) };
};
