import { createServer, type AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { MAX_OPERATION_RETRY_MS } from "../platform/content-store.server.ts";
import { Bucket } from "./s3-bucket.server.ts";

test("a bucket that takes requests and never responds is given up within 120,000 ms, after three attempts", async () => {
  let requests = 0;
  const silent = createServer((socket) => {
    socket
      .on("data", (bytes) => (requests += /^(?:GET|PUT) /.test(String(bytes)) ? 1 : 0))
      .on("error", () => {});
  });
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  const bucket = new Bucket({
    on: true,
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    region: "auto",
    bucket: "files",
    accessKeyId: "key",
    secretAccessKey: "secret",
    forcePathStyle: true,
  });
  vi.useFakeTimers({ now: Date.now(), toFake: ["setTimeout", "clearTimeout"] });
  const given: unknown[] = [];
  const read = bucket.read("file").catch((error: unknown) => given.push(error));
  let passedMs = 0;
  for (; given.length === 0 && passedMs < 2 * MAX_OPERATION_RETRY_MS; passedMs += 500) {
    await vi.advanceTimersByTimeAsync(500);
    // Bytes on their way arrive.
    for (let turns = 0; turns < 20; turns++) await turn();
  }
  vi.useRealTimers();
  silent.close();
  await read;
  expect(given).toMatchObject([{ code: "storage/unavailable" }]);
  expect(passedMs).toBeLessThanOrEqual(MAX_OPERATION_RETRY_MS);
  expect(requests).toBe(3);
});
