import { createServer, request as httpRequest } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { toNodeListener } from "./node.ts";
import type { NodeListenerOptions } from "./node.ts";

let server: Server | undefined;
let socket: Socket | undefined;

afterEach(async () => {
  socket?.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

type Handle = (request: Request, caller?: { callerKey?: string | undefined }) => Response | Promise<Response>;

async function serve(handle: Handle, options?: NodeListenerOptions): Promise<string> {
  server = createServer(toNodeListener({ answer: async (...given) => handle(...given) }, options));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stream = (
  pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
  cancel = (): void => {},
): ReadableStream<Uint8Array> => new ReadableStream({ pull, cancel }, { highWaterMark: 0 });

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe("a request", () => {
  test("arrives with method, URL, headers, body and the caller's IP address", async () => {
    const url = await serve(async (request, caller) =>
      Response.json({
        method: request.method,
        url: request.url,
        twice: request.headers.get("x-twice"),
        body: await request.text(),
        ...caller,
      }),
    );
    const response = await fetch(`${url}/a%20b?c=d`, {
      method: "PUT",
      headers: [
        ["x-twice", "1"],
        ["x-twice", "2"],
      ],
      body: "hello",
    });
    expect(await response.json()).toEqual({
      method: "PUT",
      url: `${url}/a%20b?c=d`,
      twice: "1, 2",
      body: "hello",
      callerKey: "127.0.0.1",
    });
  });

  test("with an invalid Host is a bad one", async () => {
    const url = await serve(() => new Response("never"));
    const status = await new Promise((resolve) =>
      httpRequest(url, { headers: { host: "a b" } }, (response) => resolve(response.statusCode)).end(),
    );
    expect(status).toBe(400);
  });

  test("body is read no faster than the handler reads it", async () => {
    const began = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const url = await serve(async (request) => {
      began.resolve();
      await goOn.promise;
      return new Response(String((await request.arrayBuffer()).byteLength));
    });
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = stream((controller) => {
      if (sent === 64) controller.close();
      else controller.enqueue(chunk);
      sent += 1;
    });
    const answer = fetch(url, { method: "POST", body, duplex: "half" } as RequestInit);
    await began.promise;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const sentWhileUnread = sent;
    goOn.resolve();
    expect(await (await answer).text()).toBe(String(64 * chunk.byteLength));
    expect(sentWhileUnread).toBeLessThan(32);
  });

  test.each([
    ["given up", (request: Request) => request.body?.cancel()],
    ["left unread", () => {}],
  ])(
    "whose body is %s still gets its response, and so does the next one on the connection",
    async (_, leave) => {
      const url = await serve(async (request) => {
        await leave(request);
        return new Response("no, thanks", { status: 413 });
      });
      for (let n = 0; n < 3; n += 1) {
        const response = await fetch(url, { method: "POST", body: "x".repeat(5_000_000) });
        expect([response.status, await response.text()]).toEqual([413, "no, thanks"]);
      }
    },
  );

  test("cut off in its body fails for the handler that reads it", async () => {
    const failed = Promise.withResolvers<unknown>();
    const url = await serve(async (request) => {
      const reading = request.text();
      socket?.destroy();
      await reading.catch(failed.resolve);
      return new Response();
    });
    socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    expect(await failed.promise).toBeInstanceOf(Error);
  });
});

describe("a response", () => {
  test("keeps status, headers and every cookie", async () => {
    const url = await serve(() => {
      const headers = new Headers({ "x-one": "1" });
      headers.append("set-cookie", "a=1; Path=/");
      headers.append("set-cookie", "b=2");
      return new Response("made", { status: 201, headers });
    });
    const response = await fetch(url);
    expect(response.status).toBe(201);
    expect(response.headers.get("x-one")).toBe("1");
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect(await response.text()).toBe("made");
  });

  test("streams: the first part arrives before the last is made", async () => {
    const first = Promise.withResolvers<void>();
    let part = 0;
    const url = await serve(
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              part += 1;
              if (part === 2) await first.promise;
              controller.enqueue(bytes(`part ${part};`));
              if (part === 2) controller.close();
            },
          }),
        ),
    );
    const reader = (await fetch(url)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("part 1;");
    first.resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("part 2;");
  });

  test("is cancelled when its reader leaves, and the signal aborts", async () => {
    const cancelled = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const url = await serve((request) => {
      request.signal.addEventListener("abort", () => aborted.resolve());
      return new Response(
        stream((controller) => controller.enqueue(new Uint8Array(65536)), cancelled.resolve),
      );
    });
    const controller = new AbortController();
    const response = await fetch(url, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await expect(Promise.all([cancelled.promise, aborted.promise])).resolves.toBeDefined();
  });

  test("that fails in the middle breaks off, instead of seeming complete", async () => {
    let part = 0;
    const body = stream((controller) => {
      part += 1;
      if (part === 1) controller.enqueue(bytes("half"));
      else controller.error(new Error("broken"));
    });
    const url = await serve(() => new Response(body));
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
  });
});

describe("a response that nobody reads", () => {
  /** More than the kernel buffers. */
  const HUGE = 64 * 1024 * 1024;

  /** Sends a request and never reads its response. */
  async function ask(response: Response): Promise<void> {
    const url = await serve(() => response, { readTimeoutMs: 20 });
    socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  const connections = (): Promise<number> =>
    new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));

  test("is dropped", async () => {
    await ask(new Response("x".repeat(HUGE)));
    await new Promise((resolve) => server?.once("connection", resolve));
    await expect.poll(connections).toBe(0);
  });

  test("is dropped, and its source cancelled", async () => {
    const cancelled = Promise.withResolvers<void>();
    const chunk = new Uint8Array(1024 * 1024);
    await ask(
      new Response(
        stream(
          (controller) => controller.enqueue(chunk),
          () => cancelled.resolve(),
        ),
      ),
    );
    await cancelled.promise;
    await expect.poll(connections).toBe(0);
  });
});
