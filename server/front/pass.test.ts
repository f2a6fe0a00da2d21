import { mkdtempSync, rmSync } from "node:fs";
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noCounters } from "./counters.ts";
import { Gate } from "./gate.ts";
import { createPass, type PassOptions } from "./pass.ts";

let directory: string;
let open: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pass-"));
});
afterEach(() => {
  for (const server of open) server.closeAllConnections();
  for (const server of open) server.close();
  open = [];
  rmSync(directory, { recursive: true });
});

const socketOf = () => join(directory, "core.sock");

async function startCore(answer: RequestListener): Promise<Server> {
  const core = createServer(answer);
  open.push(core);
  await new Promise<void>((resolve) => core.listen(socketOf(), resolve));
  return core;
}

/** A worker's way to the core, behind a real port. */
async function startFront(options: Partial<PassOptions> = {}) {
  const gate = new Gate();
  gate.open();
  const counters = noCounters();
  const agent = new Agent({ keepAlive: true });
  const log = pino({ level: "silent" });
  const pass = createPass({ socket: socketOf(), agent, gate, counters, log, patience: 5_000, ...options });
  const front = createServer(pass);
  open.push(front);
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  return { gate, counters, port, origin: `http://127.0.0.1:${port}` };
}

/** Ends a core as kill -9 does. */
async function kill(core: Server): Promise<void> {
  core.closeAllConnections();
  await new Promise((resolve) => core.close(resolve));
}

describe("a request that is passed on", () => {
  it("arrives as it was sent, and its answer too", async () => {
    await startCore(async (request, response) => {
      const body = await text(request);
      const seen = { method: request.method, url: request.url, headers: request.headers, body };
      response.writeHead(201, "Made", ["set-cookie", "a=1", "set-cookie", "b=2", "x-own", "yes"]);
      response.end(JSON.stringify(seen));
    });
    const { origin } = await startFront();
    const answer = await fetch(`${origin}/a?b=c`, {
      method: "PUT",
      body: "hello",
      headers: { "x-twice": "1, 2", "proxy-authorization": "secret" },
    });
    expect([answer.status, answer.headers.get("x-own"), answer.headers.getSetCookie()]).toEqual([
      201,
      "yes",
      ["a=1", "b=2"],
    ]);
    const seen = (await answer.json()) as { headers: object };
    expect(seen).toMatchObject({ method: "PUT", url: "/a?b=c", body: "hello" });
    expect(seen.headers).toMatchObject({ "x-twice": "1, 2", "content-length": "5" });
    expect(seen.headers).not.toHaveProperty("proxy-authorization");
  });

  it.each(["DELETE", "GET", "POST"])("keeps a body of unknown length (%s)", async (method) => {
    await startCore(async (request, response) => void response.end(await text(request)));
    const { port } = await startFront();
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { "transfer-encoding": "chunked" };
      const asked = request({ host: "127.0.0.1", port, method, headers }, resolve);
      asked.write("one ");
      asked.end("two");
    });
    expect(await text(answer)).toBe("one two");
  });

  it("has its body asked for by who waits for that", async () => {
    await startCore(async (request, response) => void response.end(await text(request)));
    const { port } = await startFront();
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { expect: "100-continue", "content-length": 4 };
      const asked = request({ host: "127.0.0.1", port, method: "POST", headers }, resolve);
      asked.once("continue", () => asked.end("body"));
      asked.flushHeaders();
    });
    expect(await text(answer)).toBe("body");
  });

  it("is answered before its body is all there, if the core wants no more of it", async () => {
    await startCore((_request, response) => void response.writeHead(413).end("enough"));
    const { port } = await startFront();
    const asked = request({ host: "127.0.0.1", port, method: "POST" });
    asked.on("error", () => {});
    asked.write("x".repeat(100_000));
    const answer = await new Promise<IncomingMessage>((resolve) => asked.once("response", resolve));
    expect([answer.statusCode, await text(answer)]).toEqual([413, "enough"]);
    asked.destroy();
  });

  it("streams: the head and each event are there before the next is made", async () => {
    const next = Promise.withResolvers<void>();
    await startCore(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      await next.promise;
      response.write("data: 1\n\n");
    });
    const { origin } = await startFront();
    const stream = await fetch(origin);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    next.resolve();
    const { value } = (await stream.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe("data: 1\n\n");
  });

  it("has no body in the answer to HEAD", async () => {
    await startCore((_request, response) => void response.setHeader("content-length", 7).end("no body"));
    const { origin } = await startFront();
    const answer = await fetch(origin, { method: "HEAD" });
    expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["7", ""]);
  });
});

describe("when one side goes away", () => {
  it("the core hears that the visitor has", async () => {
    const gone = Promise.withResolvers<void>();
    await startCore((_request, response) => {
      response.once("close", gone.resolve);
      response.write("begun");
    });
    const { origin } = await startFront();
    const leave = new AbortController();
    await fetch(origin, { signal: leave.signal });
    leave.abort();
    await expect(gone.promise).resolves.toBeUndefined();
  });

  it("the core hears that an upload broke off", async () => {
    const broke = Promise.withResolvers<boolean>();
    await startCore((request) => {
      request.resume().once("close", () => broke.resolve(request.complete));
      request.on("error", () => {});
    });
    const { port } = await startFront();
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    setTimeout(() => socket.destroy(), 100);
    expect(await broke.promise).toBe(false);
  });

  it("an answer that breaks looks broken", async () => {
    await startCore((_request, response) => {
      response.write("half");
      setTimeout(() => response.destroy(), 50);
    });
    const { origin } = await startFront();
    await expect((await fetch(origin)).text()).rejects.toThrow("terminated");
  });
});

describe("while the core is away", () => {
  it("any request that it has not heard waits for it, with its body", async () => {
    const { origin, gate, counters } = await startFront();
    gate.close();
    const answers = ["GET", "POST"].map((method) =>
      fetch(origin, { method, ...(method === "POST" ? { body: "kept" } : {}) }),
    );
    await vi.waitFor(() => expect(gate.waiting).toBe(2), 15_000);
    await startCore(async (request, response) => void response.end(`got ${await text(request)}`));
    gate.open();
    const said = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect([said, counters.held]).toEqual([["got ", "got kept"], 2]);
  });

  it("one that came before it was known waits too", async () => {
    const { origin } = await startFront();
    const answer = fetch(origin, { method: "POST", body: "early" });
    await startCore(async (request, response) => void response.end(await text(request)));
    expect(await (await answer).text()).toBe("early");
  });

  it("is asked again for what it left unanswered, if that changes nothing", async () => {
    const { origin } = await startFront();
    const heard = Promise.withResolvers<void>();
    const core = await startCore(() => heard.resolve());
    const answer = fetch(origin);
    await heard.promise;
    await kill(core);
    await startCore((_request, response) => void response.end("second"));
    expect(await (await answer).text()).toBe("second");
  });

  it("is not asked twice to do something", async () => {
    const { origin, counters } = await startFront();
    const heard = Promise.withResolvers<void>();
    const core = await startCore((request) => void request.resume().once("end", heard.resolve));
    const answer = fetch(origin, { method: "POST", body: "order" });
    await heard.promise;
    await kill(core);
    const { status, headers } = await answer;
    expect([status, headers.get("retry-after"), counters.givenUp]).toEqual([503, "2", 1]);
  });

  it("nobody waits for ever, nor do more than there is room for", async () => {
    const { origin, gate } = await startFront({ patience: 300, maxHeld: 1 });
    gate.close();
    const answers = await Promise.all([fetch(origin), fetch(origin)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
  });
});
