import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { beginWith } from "./same-head.ts";

const head = ["content-type", "text/plain", "etag", '"one"', "content-length", "5"];
const begun: { response: ServerResponse; laidOut: boolean }[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    if (request.url === "/leaving") response.shouldKeepAlive = false;
    if (request.url === "/plain") response.writeHead(200, head);
    else {
      const layOut = vi.spyOn(response, "writeHead");
      beginWith(response, head);
      begun.push({ response, laidOut: layOut.mock.calls.length > 0 });
    }
    response.end(request.method === "HEAD" ? undefined : "hello");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

let now = Date.now();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: (now += 60_000) });
  begun.length = 0;
  return () => vi.useRealTimers();
});

/** Everything that comes back for these requests, sent at once on one connection; the last of them has to end it. */
async function ask(...requests: readonly string[]): Promise<string[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(requests.map((request) => request.replaceAll("\n", "\r\n")).join(""));
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  // The clock stands still for what is compared, but not for node:http, which asks for it once a second.
  return answers.map((answer) => answer.replace(/\r\nDate: [^\r]+ GMT\r\n/, "\r\nDate: now\r\n"));
}
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\nHost: a\n${more}\n`;
const CLOSE = "Connection: close\n";

describe("beginWith", () => {
  it("says the same as node:http, laid out once or again", async () => {
    const [plain, first, second, last] = await ask(get("/plain"), get("/"), get("/"), get("/", CLOSE));
    expect(begun.map(({ laidOut }) => laidOut)).toEqual([true, false, true]);
    expect(plain).toContain("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\nhello");
    expect([first, second]).toEqual([plain, plain]);
    expect(last).toContain("\r\nConnection: close\r\n");
    expect(begun.every(({ response }) => response.writableFinished)).toBe(true);
  });

  it("lays it out anew in the next second", async () => {
    await ask(get("/"), get("/", CLOSE));
    vi.setSystemTime(now + 1_000);
    await ask(get("/"), get("/"), get("/", CLOSE));
    expect(begun.map(({ laidOut }) => laidOut)).toEqual([true, true, true, false, true]);
  });

  it("ends a connection that is to end, whatever it said on others", async () => {
    const [, left] = await ask(get("/"), get("/leaving"));
    expect(left).toContain("\r\nConnection: close\r\n");
    const [old] = await ask("GET / HTTP/1.0\n\n");
    expect(old).toContain("\r\nConnection: close\r\n");
  });

  it("sends no body for HEAD", async () => {
    const [, again] = await ask(get("/"), "HEAD / HTTP/1.1\nHost: a\n\n", get("/", CLOSE));
    expect(begun.map(({ laidOut }) => laidOut)).toEqual([true, false, true]);
    expect(again).toMatch(/content-length: 5\r\nDate: now\r\n(?:[^\r]+\r\n)+\r\n$/);
  });
});
