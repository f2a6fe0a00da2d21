import { describe, expect, test } from "vitest";
import { bodyLimit, limitBody } from "./body-limits.ts";

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

test.each([
  ["/contact", 256 * 1024, false],
  ["/questionnaire.data", MB, false],
  ["/api/uploads", 11 * MB, true],
  ["/api/uploads/6f9619ff", 11 * MB, true],
  ["/questionnaire", 102 * MB, true],
  ["/lake/v1/assets", 128 * MB, false],
  ["/webhooks/sanity", 256 * 1024, false],
])("%s takes %i bytes", (path, maxBytes, isStreamed) => {
  expect(bodyLimit(path)).toEqual({ maxBytes, isStreamed });
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
