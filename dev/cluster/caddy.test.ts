import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "../../tests/support/ports.ts";
import { startCaddy, type Caddy } from "./caddy.ts";

// The project's Caddyfile in front of three small servers in place of two processes of the site and the one with the lake.

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let caddy: Caddy;
let ports: number[] = [];
const arrived: string[] = [];
/** How a server handles what is not a health check; by default it says who it is and who is asking. */
const handlers = new Map<string, Handler>();
const isHealthy = new Map<string, boolean>();
const servers = ["one", "two", "lake"].map((name) =>
  createServer((request, response) => {
    const { host } = request.headers;
    if (request.url === "/healthz")
      return void response.writeHead(isHealthy.get(name) === false ? 503 : 200).end(host);
    arrived.push(name);
    const handle = handlers.get(name);
    if (handle) return handle(request, response);
    response.end(`${name} ${host} ${request.headers["x-forwarded-for"]}`);
  }),
);
const listen = (index: number, port: number) =>
  new Promise<number>((resolve) => servers[index]?.listen(port, "127.0.0.1", () => resolve(port)));

beforeAll(async () => {
  ports = await Promise.all(servers.map(async (_, index) => listen(index, await freePort())));
  const [one = 0, two = 0, lake = 0] = ports;
  caddy = await startCaddy({ port: await freePort(), sites: [one, two], lake });
});
beforeEach(() => {
  handlers.clear();
  isHealthy.clear();
  arrived.length = 0;
});
afterAll(async () => {
  await caddy?.close();
  for (const server of servers) server.close();
});

const ask = async (path = "/", init: RequestInit = {}) => {
  const response = await fetch(caddy.origin + path, init);
  return { status: response.status, text: await response.text() };
};

it("sends requests to every process in turn and `/lake` to its own, with the host and the caller that it sees itself", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const host = new URL(caddy.origin).host;
  const texts = [(await ask("/", { headers })).text, (await ask("/", { headers })).text];
  expect(texts.toSorted()).toEqual([`one ${host} 127.0.0.1`, `two ${host} 127.0.0.1`]);
  expect((await ask("/lake/images/x.png")).text).toMatch(/^lake /);
});

it("repeats a GET that was not answered, and no POST, for which it shows the page of public/", async () => {
  handlers.set("one", (request) => request.socket.destroy());
  for (let n = 0; n < 2; n++) expect((await ask()).text).toMatch(/^two /);
  isHealthy.set("two", true);
  handlers.set("two", (request) => request.socket.destroy());
  arrived.length = 0;
  const page = readFileSync(new URL("../../public/away.html", import.meta.url), "utf8");
  expect(await ask("/", { method: "POST", body: "once" })).toEqual({ status: 502, text: page });
  expect(arrived).toHaveLength(1);
});

it("sends nothing to a process whose health check fails", async () => {
  isHealthy.set("one", false);
  await expect
    .poll(async () => [(await ask()).text, (await ask()).text].every((text) => text.startsWith("two ")))
    .toBe(true);
  arrived.length = 0;
  for (let n = 0; n < 4; n++) await ask("/", { method: "POST", body: "x" });
  expect(arrived).toEqual(["two", "two", "two", "two"]);
});

it("sends a GET elsewhere at once when a process has ended, and everything after the next health check", async () => {
  await expect.poll(async () => (await ask()).text).toMatch(/^one /);
  servers[1]?.closeAllConnections();
  servers[1]?.close();
  for (let n = 0; n < 4; n++) expect((await ask()).text).toMatch(/^one /);
  const post = async () => (await ask("/", { method: "POST", body: "x" })).text;
  await expect
    .poll(async () => [await post(), await post()].every((text) => text.startsWith("one ")))
    .toBe(true);
});

it("takes another process in while it runs", async () => {
  await caddy.reload([ports[2] ?? 0]);
  expect((await ask()).text).toMatch(/^lake /);
});
