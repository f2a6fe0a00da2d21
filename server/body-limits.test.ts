import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bodyLimit, createReceiveBody, type ReceiveBody } from "./body-limits.ts";

const MB = 1024 * 1024;

/** A body that counts how much of it was asked for. */
function lazyBody(chunks: number, bytes: number) {
  const pulled = { chunks: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (pulled.chunks === chunks) return controller.close();
        pulled.chunks += 1;
        controller.enqueue(new Uint8Array(bytes));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled };
}

function request(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return new Request(`http://site.test${path}`, init);
}

/** Returns the request that would be handled, or the status. */
const limitBody = (request: Request, timeoutMs = 1_000) =>
  createReceiveBody({ timeoutMs })(request, "192.0.2.1", async (limited) => limited);

test.each([
  ["/contact", 256 * 1024, "read"],
  ["/questionnaire.data", MB, "read"],
  ["/api/uploads", 11 * MB, "upload"],
  ["/api/uploads/6f9619ff", 11 * MB, "upload"],
  ["/api/uploads-of-nobody", 256 * 1024, "read"],
  ["/questionnaire", 102 * MB, "streamed"],
  ["/lake/v1/assets", 256 * 1024, "read"],
  ["/webhooks/sanity", 256 * 1024, "read"],
])("%s takes %i bytes", (path, maxBytes, how) => {
  expect(bodyLimit(path)).toEqual({ maxBytes, how });
});

describe("a small form", () => {
  test("is read whole before it is passed on", async () => {
    const { body, pulled } = lazyBody(3, 1000);
    const limited = (await limitBody(request("/contact", body))) as Request;
    expect(pulled.chunks).toBe(3);
    expect((await limited.arrayBuffer()).byteLength).toBe(3000);
  });

  test("that never ends times out", async () => {
    const cancelled = new Promise<void>((resolve) => {
      const never = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(10)),
        cancel: () => resolve(),
      });
      void limitBody(request("/contact", never), 20).then((answer) => expect(answer).toBe(408));
    });
    await cancelled;
  });

  test("that is too large is rejected, declared or not", async () => {
    expect(await limitBody(request("/contact", "x", { "content-length": String(MB) }))).toBe(413);
    const { body, pulled } = lazyBody(1000, 64 * 1024);
    expect(await limitBody(request("/contact", body))).toBe(413);
    expect(pulled.chunks).toBeLessThan(10);
  });
});

describe("an upload", () => {
  test("is passed on before it is read", async () => {
    const { body, pulled } = lazyBody(100, 64 * 1024);
    const limited = (await limitBody(request("/api/uploads/x", body))) as Request;
    expect(pulled.chunks).toBeLessThan(5);
    expect((await limited.arrayBuffer()).byteLength).toBe(100 * 64 * 1024);
  });

  test("that turns out to be too large fails for its reader", async () => {
    const { body, pulled } = lazyBody(1000, 64 * 1024);
    const limited = (await limitBody(request("/api/uploads/x", body))) as Request;
    await expect(limited.arrayBuffer()).rejects.toBeInstanceOf(Error);
    expect(pulled.chunks).toBeLessThan(200);
  });
});

describe.each(["/questionnaire", "/api/uploads/x"])("a body that is passed on: %s", (path) => {
  const idleMs = { streamed: 20, upload: 20 };

  test("fails for its reader when it brings nothing any more", async () => {
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
    });
    const receiveBody = createReceiveBody({ idleMs });
    const read = receiveBody(request(path, stalled), "a", (limited) => limited.arrayBuffer());
    await expect(read).rejects.toBeInstanceOf(Error);
  });

  test("is not hurried while its reader is busy", async () => {
    const { body } = lazyBody(3, 10);
    const receiveBody = createReceiveBody({ idleMs });
    const read = await receiveBody(request(path, body), "a", async (limited) => {
      await sleep(60);
      return (await limited.arrayBuffer()).byteLength;
    });
    expect(read).toBe(30);
  });
});

describe("a streamed form", () => {
  test("finds one of eight places of its caller, and of 300 in all", async () => {
    const receiveBody = createReceiveBody();
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = async (caller: string) => {
      const received = receiveBody(request("/questionnaire", "x"), caller, () => promise);
      return Promise.race([received, nextTurn("open")]);
    };
    for (let index = 0; index < 300; index++) {
      const caller = `caller-${Math.floor(index / 8)}`;
      expect(await open(caller)).toBe("open");
      if (index % 8 === 7) expect(await open(caller)).toBe(503);
    }
    expect(await open("somebody-else")).toBe(503);
    resolve();
    await nextTurn();
    expect(await open("somebody-else")).not.toBe(503);
  });
});

describe("all bodies together", () => {
  /** Sends a body and keeps it in memory. Returns its status, 200 while it is kept, and what ends it. */
  async function keep(receiveBody: ReceiveBody, caller: string, bytes: number) {
    const handled = Promise.withResolvers<void>();
    const started = Promise.withResolvers<200>();
    const received = receiveBody(request("/contract", Buffer.alloc(bytes)), caller, () => {
      started.resolve(200);
      return handled.promise;
    });
    const status = await Promise.race([started.promise, received]);
    const end = async () => {
      handled.resolve();
      await received;
    };
    return { status, end };
  }

  test("are bounded per caller, until they are handled", async () => {
    const receiveBody = createReceiveBody();
    const kept = await Promise.all(Array.from({ length: 5 }, () => keep(receiveBody, "a", 1_000_000)));
    expect(kept.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 503]);
    expect((await keep(receiveBody, "b", 1_000_000)).status).toBe(200);
    for (const { end } of kept) await end();
    expect((await keep(receiveBody, "a", 1_000_000)).status).toBe(200);
  });

  test("are bounded, with room for small forms of others", async () => {
    const receiveBody = createReceiveBody();
    const keepMany = async (count: number, name: string, bytes: number) => {
      const keeping = Array.from({ length: count }, (_, index) => keep(receiveBody, name + index, bytes));
      return (await Promise.all(keeping)).filter(({ status }) => status === 200).length;
    };
    const large = await keepMany(60, "large-", 1_000_000);
    expect(large).toBeGreaterThan(40);
    expect(large).toBeLessThan(55);
    expect((await keep(receiveBody, "somebody-else", 1_000_000)).status).toBe(503);
    expect((await keep(receiveBody, "somebody-else", 20_000)).status).toBe(200);
    expect(await keepMany(400, "small-", 60_000)).toBeLessThan(400);
    expect((await keep(receiveBody, "the-last", 60_000)).status).toBe(503);
  });

  test("count chunks, too: a body may be sent byte by byte", async () => {
    const { body } = lazyBody(100_000, 1);
    expect(await limitBody(request("/contract", body))).toBe(503);
  });
});
