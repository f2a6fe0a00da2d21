import http from "node:http";
import { createClient, type SanityClient } from "@sanity/client";
import { createLakeFetch } from "lakelet/studio";
import { beforeAll, describe, expect, it } from "vitest";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

const site = opened(startSite);
let writer: SanityClient;
beforeAll(async () => {
  writer = lakeClient(site, lakeTokens(site.dataDir).write);
});

/** A WebSocket as Node makes it, which can carry a token; the DOM's types know browsers only. */
const NodeWebSocket = WebSocket as unknown as new (url: string, init: { headers: object }) => WebSocket;

/** The client as the Studio sets it up, and the sockets it opened. */
function studioClient(): { client: SanityClient; sockets: WebSocket[] } {
  const sockets: WebSocket[] = [];
  const headers = { authorization: `Bearer ${lakeTokens(site.dataDir).write}` };
  const lakeFetch = createLakeFetch(`${site.origin}/lake`, (url) => {
    const socket = new NodeWebSocket(url, { headers });
    sockets.push(socket);
    return socket;
  });
  const client = createClient({
    ...writer.config(),
    resolveFetch: () => lakeFetch as typeof fetch,
  } as Parameters<typeof createClient>[0]);
  return { client, sockets };
}

interface Listening {
  heard: string[];
  until(count: number): Promise<void>;
  stop(): void;
}

/** Listens for one type of document: notes `welcome`, `reconnect` and ids. */
function listen(client: SanityClient, type: string): Listening {
  const heard: string[] = [];
  let changed = Promise.withResolvers<void>();
  const subscription = client
    .listen("*[_type == $type]", { type }, { events: ["welcome", "mutation", "reconnect"] })
    .subscribe((event) => {
      heard.push(event.type === "mutation" ? event.documentId : event.type);
      changed.resolve();
      changed = Promise.withResolvers();
    });
  const until = async (count: number): Promise<void> => {
    while (heard.length < count) await changed.promise;
  };
  return { heard, until, stop: () => subscription.unsubscribe() };
}

describe("the Studio's event streams", () => {
  it("are more than a browser allows connections, over one socket", async () => {
    const { client, sockets } = studioClient();
    const types = Array.from({ length: 12 }, (_, index) => `stream${index}`);
    const listening = types.map((type) => listen(client, type));
    await Promise.all(listening.map(({ until }) => until(1)));
    for (const type of types) await writer.create({ _id: `of-${type}`, _type: type });
    await Promise.all(listening.map(({ until }) => until(2)));
    expect(listening.map(({ heard }) => heard)).toEqual(types.map((type) => ["welcome", `of-${type}`]));
    expect(sockets).toHaveLength(1);
    for (const { stop } of listening) stop();
  });

  it("come back when the connection breaks", async () => {
    const { client, sockets } = studioClient();
    const { heard, until, stop } = listen(client, "again");
    await until(1);
    sockets[0]?.close();
    await until(3);
    await writer.create({ _id: "after", _type: "again" });
    await until(4);
    expect(heard).toEqual(["welcome", "reconnect", "welcome", "after"]);
    expect(sockets).toHaveLength(2);
    stop();
  });

  it("say that a query is wrong", async () => {
    const { client } = studioClient();
    const failed = new Promise((resolve) => client.listen("*[").subscribe({ error: resolve }));
    expect(String(await failed)).toMatch(/parse|syntax|expected/i);
  });
});

/** The status that a WebSocket handshake is answered with. */
function handshake(path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(site.origin);
  const upgrade = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, headers: { ...upgrade, ...headers }, agent: false });
    request.on("response", (response) => resolve(response.statusCode ?? 0));
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    request.on("error", reject);
    request.end();
  });
}

describe("a WebSocket", () => {
  const ours = () => ({ origin: site.origin, authorization: `Bearer ${lakeTokens(site.dataDir).read}` });
  it.each<[string, string, () => Record<string, string>, number]>([
    ["with a token, from our own page", "/lake/streams", ours, 101],
    ["without a session", "/lake/streams", () => ({ origin: site.origin }), 401],
    ["from another site", "/lake/streams", () => ({ ...ours(), origin: "https://evil.example" }), 403],
    ["to another host", "/lake/streams", () => ({ ...ours(), host: "evil.example" }), 421],
    ["to a page", "/", ours, 404],
  ])("%s", async (_name, path, headers, status) => {
    expect(await handshake(path, headers())).toBe(status);
  });
});
