import { createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { MAX_OPERATION_RETRY_MS } from "../platform/content-store.server.ts";
import { Bucket } from "./s3-bucket.server.ts";

/** Starts a server that handles connections as given. Returns a bucket there, and a function that stops the server. */
async function bucketAt(
  onConnection: (socket: Socket) => void,
  options: ConstructorParameters<typeof Bucket>[1] = {},
) {
  const server = createServer((socket) => onConnection(socket.on("error", () => {})));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const config = {
    on: true,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "auto",
    bucket: "files",
    accessKeyId: "key",
    secretAccessKey: "secret",
    forcePathStyle: true,
  } as const;
  return { bucket: new Bucket(config, options), stop: () => void server.close() };
}

test("a response that stops in the middle is given up", async () => {
  const { bucket, stop } = await bucketAt(
    (socket) =>
      socket.once("data", () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":')),
    { idleMs: 100 },
  );
  try {
    await expect(bucket.readJson("record")).rejects.toMatchObject({
      code: "storage/unavailable",
      cause: { name: "TimeoutError" },
    });
    const body = await bucket.read("file");
    await expect(body?.toArray()).rejects.toMatchObject({ name: "TimeoutError" });
  } finally {
    stop();
  }
});

test("a bucket that takes requests and never responds is given up within 120,000 ms, after three attempts", async () => {
  let requests = 0;
  const { bucket, stop } = await bucketAt(
    (socket) => void socket.on("data", (bytes) => (requests += /^(?:GET|PUT) /.test(String(bytes)) ? 1 : 0)),
  );
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
  stop();
  await read;
  expect(given).toMatchObject([{ code: "storage/unavailable" }]);
  expect(passedMs).toBeLessThanOrEqual(MAX_OPERATION_RETRY_MS);
  expect(requests).toBe(3);
});
