import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";

/** Serves every `fetch` of a test file over real HTTP, as the server of the page under test. */
export function pageServer(listener: http.RequestListener): void {
  const server = http.createServer(listener);
  const nodeFetch = globalThis.fetch;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A browser resolves paths against the page; Node has none.
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => nodeFetch(origin + path, init));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
}
