/** Names by which a browser reaches this machine and no other, whatever a name server says. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True for a host name or address that only this machine can reach. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const NAMES_OF_LOOPBACK = new Set(["localhost", "127.0.0.1"]);

/**
 * Returns the lake's URL under the given host name, if both name this machine: `localhost` and `127.0.0.1` are different sites, so
 * the cookie of one is not sent from pages of the other.
 */
export function underLoopbackName(lakeUrl: string, hostname: string): string {
  const url = new URL(lakeUrl);
  if (NAMES_OF_LOOPBACK.has(url.hostname) && NAMES_OF_LOOPBACK.has(hostname)) url.hostname = hostname;
  return url.href.replace(/\/$/, "");
}
