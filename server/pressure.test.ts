import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPressure, type Pressure } from "./pressure.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Answers `/now` at once; everything else begins its answer, or ends it, when it is told. */
async function serve(pressure: Pressure) {
  const begin = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  server = createServer(async (request, response) => {
    if (pressure.refuses(request, response)) return;
    await text(request);
    if (request.url !== "/now") await begin.promise;
    response.writeHead(200).flushHeaders();
    if (request.url === "/stream") await end.promise;
    response.end("done");
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { begin, end, port, origin: `http://127.0.0.1:${port}` };
}

const idle = () => 0;

describe("too much to do", () => {
  it("turns the next one away until something is done", async () => {
    const pressure = createPressure({ maxWorking: 2, delay: idle });
    const { origin, begin } = await serve(pressure);
    const first = [fetch(`${origin}/a`), fetch(`${origin}/b`)];
    await vi.waitFor(() => expect(pressure.working).toBe(2), 15_000);
    const refused = await fetch(`${origin}/now`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3"]);
    begin.resolve();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetch(`${origin}/now`)).status).toBe(200);
    expect([pressure.working, pressure.refused]).toEqual([0, 1]);
  });

  it("is not who has left", async () => {
    const pressure = createPressure({ maxWorking: 1, delay: idle });
    const { origin } = await serve(pressure);
    const leave = new AbortController();
    const left = fetch(`${origin}/a`, { signal: leave.signal }).catch(() => "left");
    await vi.waitFor(() => expect(pressure.working).toBe(1), 15_000);
    leave.abort();
    expect(await left).toBe("left");
    await vi.waitFor(() => expect(pressure.working).toBe(0), 15_000);
  });

  it("is no stream that has begun, and nobody who is still sending", async () => {
    const pressure = createPressure({ maxWorking: 1, delay: idle });
    const { origin, port, begin, end } = await serve(pressure);
    begin.resolve();
    const stream = await fetch(`${origin}/stream`);
    const slow = request({ host: "127.0.0.1", port, method: "POST", path: "/now" });
    slow.write("half");
    expect((await fetch(`${origin}/now`)).status).toBe(200);
    const answered = new Promise((resolve) => slow.once("response", ({ statusCode }) => resolve(statusCode)));
    slow.end("the rest");
    expect(await answered).toBe(200);
    end.resolve();
    expect(await stream.text()).toBe("done");
  });
});

it("is reached sooner while everything takes its time", async () => {
  let delay = 700;
  const pressure = createPressure({ maxWorking: 10, maxWorkingSlowed: 1, delay: () => delay });
  const { origin, begin } = await serve(pressure);
  const first = fetch(`${origin}/a`);
  await vi.waitFor(() => expect(pressure.working).toBe(1), 15_000);
  const refused = await fetch(`${origin}/now`, { method: "POST", body: "x" });
  expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"]);
  delay = 0;
  expect((await fetch(`${origin}/now`)).status).toBe(200);
  begin.resolve();
  await first;
});
