import http from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@sanity/client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

let arrived = 0;
const upstream = http.createServer((request, response) => {
  arrived += 1;
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        result: request.headers.authorization ?? "anonymous",
        transactionId: "t",
        results: [],
      }),
    );
  });
});
let proxy: FaultProxy;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  proxy = await startFaultProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.close();
  upstream.close();
});

const client = () =>
  createClient({
    projectId: "local",
    dataset: "production",
    apiVersion: "2025-02-19",
    apiHost: proxy.origin,
    useProjectHostname: false,
    useCdn: false,
    token: "secret",
    maxRetries: 0,
  });

it("hands requests through with their headers", async () => {
  expect(await client().fetch("*")).toBe("Bearer secret");
});

it("answers a status in place of the lake, as often as told", async () => {
  proxy.fail({ path: /\/data\/query\//, fault: { kind: "status", status: 403 }, times: 1 });
  await expect(client().fetch("*")).rejects.toMatchObject({ statusCode: 403 });
  expect(await client().fetch("*")).toBe("Bearer secret");
});

it("drops the connection", async () => {
  proxy.fail({ path: /./, fault: { kind: "drop" } });
  await expect(client().fetch("*")).rejects.toThrow(/./);
});

it("loses the answer of a request that arrived", async () => {
  arrived = 0;
  proxy.fail({ method: "POST", path: /mutate/, fault: { kind: "lose-answer" } });
  await expect(client().create({ _type: "x" })).rejects.toThrow(/./);
  expect(arrived).toBe(1);
});

it.each([
  ["hang", 0],
  ["hang-after", 1],
] as const)("%s: says when a request is held, and never answers it", async (kind, reached) => {
  arrived = 0;
  const held = proxy.fail({ method: "POST", path: /mutate/, fault: { kind }, times: 1 });
  const controller = new AbortController();
  const lost = client().create({ _type: "x" }, { signal: controller.signal });
  const failure = lost.catch((error: unknown) => error);
  await held;
  expect(arrived).toBe(reached);
  controller.abort();
  expect(await failure).toBeInstanceOf(Error);
});
