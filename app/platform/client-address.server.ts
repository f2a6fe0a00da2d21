import { shareKeyOf } from "./share-key.ts";

/** Header in which the server tells the site who is calling; whatever a caller sends under this name is thrown away. */
export const CLIENT_ADDRESS = "x-client-address";

/** The caller's network address as the server saw it; `unknown` where no server of ours stands in front (tests). */
function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS) ?? "unknown";
}

/** The key under which the caller's limits and shares are counted (`shareKeyOf`). */
export function clientShareKey(request: Request): string {
  return shareKeyOf(clientAddress(request));
}
