import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Resolves once a server listens. Rejects with the system's error, such as EADDRINUSE. Port 0 is any free one. */
export async function listen(server: Server, port = 0, host = "127.0.0.1"): Promise<AddressInfo> {
  server.listen(port, host);
  await once(server, "listening");
  return server.address() as AddressInfo;
}
