import type { HeadersFunction } from "@remix-run/node";

/** Passes on when to come again after an outage; Remix drops the headers of what a loader throws. */
export const pageErrorHeaders: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : parentHeaders;
};
