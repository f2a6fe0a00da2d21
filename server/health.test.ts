import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { clientFor } from "lakelet/testing";
import { expect, test } from "vitest";
import { createReadiness } from "./health.ts";

test("many calls are one request to the content store, whose answer holds for a second", async () => {
  let requests = 0;
  let status = 200;
  const store = createServer((_request, response) => {
    requests += 1;
    response.writeHead(status, { "content-type": "application/json" }).end('{"result":1}');
  });
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const client = clientFor(`http://127.0.0.1:${(store.address() as AddressInfo).port}`);
  const isReady = createReadiness(client);
  expect(await Promise.all(Array.from({ length: 50 }, isReady))).toEqual(Array<boolean>(50).fill(true));
  expect(await isReady()).toBe(true);
  expect(requests).toBe(1);
  status = 500;
  await expect.poll(isReady, { timeout: 10_000 }).toBe(false);
  expect(requests).toBe(2);
  store.closeAllConnections();
  store.close();
});
