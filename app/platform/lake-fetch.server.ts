import type { ClientConfig } from "@sanity/client";

/** Answers requests as `fetch` does: the content lake in this process. */
export type LakeFetch = (request: Request) => Promise<Response>;

/** Where the lake in this process is: the host is never looked up. */
const LAKE = "http://localhost/lake";

/** The lake's `Request` to `Response` as the client calls a `fetch`. */
export function inProcess(lakeFetch: LakeFetch): Pick<ClientConfig, "apiHost" | "resolveFetch"> {
  // A body that streams needs `duplex`, which the types of `fetch` do not know yet.
  const init = (given: object | undefined) => ({ duplex: "half" as const, ...given });
  return { apiHost: LAKE, resolveFetch: () => (url, given) => lakeFetch(new Request(url, init(given))) };
}
