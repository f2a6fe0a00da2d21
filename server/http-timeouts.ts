/** For who asks from outside, in milliseconds. Browsers keep connections at rest for a minute and more; so does this server. */
export const TIMEOUTS = {
  requestTimeout: 300_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

/** For our own workers: they look after who asks, and connections at rest are theirs to close. */
export const INSIDE_TIMEOUTS = { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 0 };
