import { scrypt } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createAdmission, type Admission } from "./admission.ts";
import { readBrowserBuild } from "./browser-build.ts";
import { sendText } from "./error-responses.ts";
import { guardOptions } from "./guards.ts";
import { listen } from "./listen.ts";
import { PageCache } from "./page-cache/page-cache.ts";
import type { Site } from "./remix.ts";
import { createRequestListener } from "./request-listener.ts";
import { createHandler, type ServerOptions } from "./server.ts";
import { createStudio } from "./studio.ts";

const directory = mkdtempSync(join(tmpdir(), "server-"));
for (const name of ["client/assets", "studio/static"]) mkdirSync(join(directory, name), { recursive: true });
for (const name of ["gone.js", "kept.js", "kept.js.br", "root.css"])
  writeFileSync(join(directory, "client/assets", name), name.endsWith(".br") ? "compressed" : "0123456789");
writeFileSync(join(directory, "studio/index.html"), "<h1>Studio</h1><script>let a;</script>");
writeFileSync(join(directory, "studio/static/app-abcd1234.js"), "studio");

const running: (() => void)[] = [];
afterAll(() => {
  for (const stop of running) stop();
  rmSync(directory, { recursive: true });
});

const withoutTags = (response: Response) => ({ response, tags: new Set<string>() });

const echo: Site = async (request, caller) =>
  withoutTags(
    Response.json({
      ip: caller.clientIp,
      id: caller.requestId,
      url: request.url,
      forwarded: request.headers.get("x-forwarded-host"),
      body: request.body ? await request.text() : null,
    }),
  );

/** Starts a server with a test's own site. */
async function serve(site: Site = echo, options: Partial<ServerOptions> = {}) {
  const log = pino({ level: "silent" });
  const http = await listen(0, "127.0.0.1");
  const { port } = http.address() as AddressInfo;
  const admission = createAdmission({ underPressure: () => false, maxRunning: 1 });
  const pages = new PageCache({
    render: async () => ({ kind: "private" }),
    bypass: () => false,
    log,
  });
  const origin = `http://127.0.0.1:${port}`;
  const starting = await fetch(origin);
  const guards = guardOptions({ publicUrl: "https://site.example" }, port);
  const clientDir = join(directory, "client");
  const handle = createHandler({
    origin: "https://site.example",
    trustProxy: false,
    files: readBrowserBuild({ clientDir, dataDir: join(directory, "data"), log }),
    studio: createStudio(join(directory, "studio"), null),
    site,
    lake: null,
    webhook: async () => new Response("webhook"),
    metrics: (_request, response) => sendText(response, 200, "metrics"),
    missingServices: async () => [],
    pages,
    admission,
    streams: { watch() {} },
    stopping: { isStopping: false },
    log,
    ...options,
  });
  const headers = new Map([["x-always", "here"]]);
  http
    .removeAllListeners("request")
    .on("request", createRequestListener({ guards, headers, pages, handle, log }));
  running.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return { origin, port, starting, admission: admission as Admission };
}

it("responds with 503 until the site is ready", async () => {
  const { starting, origin } = await serve();
  expect([starting.status, starting.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

describe("a request of the site", () => {
  it.each([false, true])(
    "has the public URL, its id and the caller, and no forwarded host",
    async (trustProxy) => {
      const { origin } = await serve(echo, { trustProxy });
      const headers = {
        "x-forwarded-for": trustProxy ? "1.1.1.1, 127.0.0.1" : "1.1.1.1",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil",
      };
      const response = await fetch(`${origin}/thing?a=b`, { headers });
      expect(await response.json()).toEqual({
        ip: "127.0.0.1",
        id: response.headers.get("x-request-id"),
        url: "https://site.example/thing?a=b",
        forwarded: null,
        body: null,
      });
      expect(response.headers.get("x-always")).toBe("here");
    },
  );

  it("has the IP that a trusted proxy appended", async () => {
    const { origin } = await serve(echo, { trustProxy: true });
    const ask = async (headers: Record<string, string>) => (await fetch(`${origin}/x`, { headers })).json();
    expect(await ask({ "x-forwarded-for": "1.1.1.1, 203.0.113.9" })).toMatchObject({ ip: "203.0.113.9" });
    expect(await ask({})).toMatchObject({ ip: "127.0.0.1" });
  });

  it.each([
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/offset+octet-stream",
  ])("with a body of %s reaches the site as it was sent", async (type) => {
    const { origin } = await serve();
    const headers = { "content-type": type };
    const response = await fetch(`${origin}/x`, { method: "POST", body: "{not json", headers });
    expect(await response.json()).toMatchObject({ body: "{not json" });
  });

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("may be a %s", async (method) => {
    const { origin } = await serve();
    expect((await fetch(`${origin}/x`, { method })).status).toBe(200);
  });
});

describe("under overload", () => {
  it("requests are rejected, slow senders do not count, files are sent", async () => {
    const begin = Promise.withResolvers<void>();
    const site: Site = (_request, _context) =>
      admission.run(async () => {
        await begin.promise;
        return withoutTags(new Response("done"));
      });
    const admission = createAdmission({ underPressure: () => false, maxRunning: 1 });
    const { origin, port } = await serve(site, { admission });
    const slow = request({ host: "127.0.0.1", port, method: "POST", path: "/healthz" });
    slow.on("error", () => {});
    slow.write("half");
    const first = fetch(`${origin}/first`);
    await expect.poll(() => admission.running).toBe(1);
    const rejected = await fetch(`${origin}/second`, { method: "POST", body: "x" });
    const { headers } = rejected;
    expect([rejected.status, headers.get("retry-after"), headers.get("connection")]).toEqual([
      503,
      "3",
      "close",
    ]);
    expect((await fetch(`${origin}/assets/kept.js`)).status).toBe(200);
    begin.resolve();
    expect(await (await first).text()).toBe("done");
    expect((await fetch(`${origin}/third`)).status).toBe(200);
    slow.destroy();
  });
});

describe("a file", () => {
  it("stays when its build is deleted under the running server", async () => {
    const { origin } = await serve();
    rmSync(join(directory, "client/assets/gone.js"));
    expect(await (await fetch(`${origin}/assets/gone.js`)).text()).toBe("0123456789");
  });

  it.each(["/assets/none.js", "/studio/static/none-abcd1234.js"])(
    "that is none, %s, is a 404",
    async (path) => {
      const { origin } = await serve();
      expect((await fetch(origin + path)).status).toBe(404);
    },
  );

  it("does not wait for password hashes, which fill libuv's threads", async () => {
    const { origin } = await serve();
    let hashed = 0;
    const hashes = Array.from({ length: 40 }, async () => {
      await promisify(scrypt)("password", "salt", 64);
      hashed += 1;
    });
    const answers = await Promise.all([fetch(`${origin}/assets/root.css`), fetch(`${origin}/studio`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(hashed).toBeLessThan(hashes.length / 2);
    await Promise.all(hashes);
  });

  it("is answered 304 to who has it", async () => {
    const { origin } = await serve();
    const first = await fetch(`${origin}/assets/kept.js`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await fetch(`${origin}/assets/kept.js`, { headers })).status).toBe(304);
  });

  it.each(["bytes=2-4", "bytes=5-2", "bytes=a-b", "bytes=99-", "bytes=0-1,3-4", "pages=1-2"])(
    "is whole for the range %s",
    async (range) => {
      const { origin } = await serve();
      const headers = { range, "accept-encoding": "identity" };
      const response = await fetch(`${origin}/assets/kept.js`, { headers });
      expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    },
  );

  it("is compressed, immutable, with its own policy", async () => {
    const { port } = await serve();
    const headers = { "accept-encoding": "gzip, br" };
    const asked = request({ host: "127.0.0.1", port, path: "/assets/kept.js", headers }).end();
    const response = await new Promise<IncomingMessage>((resolve) => asked.once("response", resolve));
    expect([response.headers["content-encoding"], await text(response)]).toEqual(["br", "compressed"]);
    expect(response.headers["cache-control"]).toContain("immutable");
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(response.headers["x-always"]).toBe("here");
    expect(response.headers.vary).toBe("Accept-Encoding");
  });

  it.each(["/assets/../../secret", "/assets/%2e%2e/%2e%2e/etc/passwd", "/studio/..%2f..%2fetc/passwd"])(
    "%s is none",
    async (path) => {
      const { port } = await serve(async () => withoutTags(new Response("site", { status: 404 })));
      const asked = request({ host: "127.0.0.1", port, path }).end();
      const response = await new Promise<IncomingMessage>((resolve) => asked.once("response", resolve));
      expect(await text(response)).not.toContain("root:");
      expect(response.statusCode).toBeLessThan(500);
    },
  );
});

describe("the Studio", () => {
  it.each(["/studio", "/studio/", "/studio/structure/post;1", "/studio/vision?x=1"])(
    "has its index page at %s",
    async (path) => {
      const { origin } = await serve();
      const response = await fetch(origin + path);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("<h1>Studio")]);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
    },
  );

  it("has immutable files", async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/studio/static/app-abcd1234.js`);
    expect([await response.text(), response.headers.get("cache-control")]).toEqual([
      "studio",
      "public, max-age=31536000, immutable",
    ]);
  });
});
