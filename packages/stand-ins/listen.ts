import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on loopback. `close` ends the open connections, too. */
export async function listen(
  server: Server,
  port: number,
): Promise<{ origin: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
