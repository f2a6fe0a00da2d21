import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCaddy, type Caddy } from "../../dev/cluster/caddy.ts";
import { freePort } from "../support/ports.ts";
import { rawBytes, rawRequest, type RawRequest } from "../support/raw-request.ts";
import { startSite, type RunningSite } from "../support/site.ts";

// The project's Caddyfile in front of the real site, as an attacker sees both: do they agree where a request ends and who sent it?

let caddy: Caddy;
let site: RunningSite;
beforeAll(async () => {
  const port = await freePort();
  const env = { PUBLIC_URL: `http://localhost:${port}`, TRUST_PROXY: "true", LOG_LEVEL: "info" };
  site = await startSite({ env });
  const own = Number(new URL(site.origin).port);
  caddy = await startCaddy({ port, sites: [own], lake: own });
});
afterAll(async () => {
  await caddy.close();
  await site.stop();
});

const ask = (request: RawRequest) => rawRequest(caddy.origin, request);
const hostOf = () => new URL(caddy.origin).host;

/** Number of requests for a path that the site has logged. */
const seen = (path: string) => site.output().split(`"path":"${path}"`).length - 1;

const SMUGGLED = "/smuggled";
const inner = () => `GET ${SMUGGLED} HTTP/1.1\r\nHost: ${hostOf()}\r\n\r\n`;

/** A POST whose body, by its length, is another request; `coding` is what the site could understand otherwise. */
const hidden = (coding: string) => {
  const body = `0\r\n\r\n${inner()}`;
  return `POST /contact HTTP/1.1\r\nHost: ${hostOf()}\r\n${coding}Content-Length: ${body.length}\r\n\r\n${body}`;
};

const chunked = (body: string) =>
  `POST /contact HTTP/1.1\r\nHost: ${hostOf()}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

describe("a request within a request never reaches the site", () => {
  it.each<[string, () => string]>([
    ["a coding that is none", () => hidden("Transfer-Encoding: xchunked\r\n")],
    ["a coding after a space", () => hidden("Transfer-Encoding : chunked\r\n")],
    ["a coding after a tab", () => hidden("Transfer-Encoding:\tchunked\x0b\r\n")],
    ["two codings", () => hidden("Transfer-Encoding: chunked, identity\r\n")],
    ["a coding twice", () => hidden("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n")],
    ["an underscore", () => hidden("Transfer_Encoding: chunked\r\n")],
    ["a folded line", () => hidden("X-A: b\r\n Transfer-Encoding: chunked\r\n")],
    ["a bare line feed", () => hidden("X-A: b\nTransfer-Encoding: chunked\r\n")],
    ["a carriage return alone", () => hidden("X-A: b\rTransfer-Encoding: chunked\r\n")],
    ["a zero byte", () => hidden("X-A: b\0\r\n")],
    ["a second length", () => hidden("Content-Length: 5\r\n")],
    ["a length with a sign", () => hidden("").replace("Content-Length: ", "Content-Length: +")],
    ["a chunk that ends in line feeds", () => chunked(`1\nx\n0\n\n${" ".repeat(2)}`)],
    ["a chunk's length with a prefix", () => chunked(`0x1\r\nx\r\n0\r\n\r\n`)],
    ["a chunk's length that overflows", () => chunked(`fffffffffffffffff\r\n${inner()}`)],
    ["a chunk longer than it says", () => chunked(`1\r\n${inner()}`)],
    ["a chunk's extension with a line feed", () => chunked(`1;a\nx\r\n0\r\n\r\n`)],
    [
      "an upgrade to HTTP/2",
      () =>
        `GET /about HTTP/1.1\r\nHost: ${hostOf()}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n${inner()}`,
    ],
  ])("by %s", async (_name, bytes) => {
    const before = seen(SMUGGLED);
    const received = await rawBytes(caddy.origin, bytes(), 1_500);
    // What Caddy takes for a request of its own it also answers; one more at the site would answer somebody else's.
    const answers = received.match(/^HTTP\/1\.1 \d+/gm) ?? [];
    expect(answers.length).toBeGreaterThan(0);
    expect(seen(SMUGGLED) - before).toBeLessThan(answers.length);
    // A visitor who comes next on the connection that both share gets what he asked for.
    for (let n = 0; n < 3; n++) expect((await ask({ path: "/about" })).text).toContain("<title>About");
  });
});

describe("a caller's headers", () => {
  it.each([
    [8, 200],
    [20, 431],
    [2_000, 431],
  ])("of %d KB are answered %d", async (kilobytes, status) => {
    const headers = { "x-big": "x".repeat(kilobytes * 1024) };
    expect((await ask({ path: "/about", headers })).status).toBe(status);
  });

  it("make no other caller of it", async () => {
    const body = JSON.stringify({ message: "x", path: "/", kind: "script" });
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      const ip = `192.0.2.${n}`;
      const forged = { "x-forwarded-for": ip, "x-real-ip": ip, forwarded: `for=${ip}`, x_forwarded_for: ip };
      const headers = { ...forged, connection: "close, x-forwarded-for", "content-type": "application/json" };
      statuses.push((await ask({ path: "/api/client-error", method: "POST", headers, body })).status);
    }
    // The limit is twenty of one caller (app/platform/client-errors.server.ts).
    expect(statuses.indexOf(429)).toBe(20);
  });

  it("make no other host of the site", async () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: caddy.origin,
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      forwarded: "host=evil.example;proto=gopher",
    };
    expect((await ask({ path: "/contact", method: "POST", headers, body: "name=" })).status).toBe(422);
  });

  it.each(["/lake/../metrics", "/lake/%2e%2e/admin", "/lake/..%2fadmin", "//evil.example/lake/"])(
    "and the path %s open nothing",
    async (path) => {
      const { status } = await ask({ path });
      expect([status >= 300 && status < 500, path]).toEqual([true, path]);
    },
  );
});
