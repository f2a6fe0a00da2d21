import { once } from "node:events";
import { createConnection } from "node:net";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { LakeUser, SiteSession } from "../src/index.ts";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const ada: LakeUser = { id: "ada", name: "Ada", email: "ada@example.com", role: "admin" };
const eve: LakeUser = { id: "eve", name: "Eve", email: "eve@example.com", role: "editor" };
const signedOut = new Set<string>();
const demoted = new Set<string>();
const session: SiteSession = {
  userOf: async ({ headers }) => {
    const cookie = headers.get("cookie") ?? "";
    if (cookie === "session=unknown") throw new Error("The session store is away");
    if (cookie === "session=eve") return eve;
    const user = demoted.has(cookie) ? { ...ada, role: "editor" as const } : ada;
    return /^session=ada\b/.test(cookie) && !signedOut.has(cookie) ? user : null;
  },
  loginPath: "/login",
  signOut: async () => [],
};

const started = opened(() => startLake({ session }));
let ownOrigin: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  ownOrigin = new URL(started.url).origin;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

const connect = (path: string, headers: Record<string, string>): WebSocket => {
  const socket = new WebSocket(started.url.replace("http", "ws") + path, { headers });
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
};

/** Resolves with the status of the upgrade. */
const statusOf = (path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect(path, headers);
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
  });

/** Collects messages, and waits for a certain one. */
function inbox(socket: WebSocket): { messages: unknown[]; has(test: RegExp): Promise<void> } {
  const messages: unknown[] = [];
  socket.on("message", (data) => {
    const text = String(data);
    messages.push(text.startsWith("{") ? JSON.parse(text) : text);
  });
  const has = async (test: RegExp): Promise<void> => {
    while (!test.test(JSON.stringify(messages))) await once(socket, "message");
  };
  return { messages, has };
}

const signedIn = (): Record<string, string> => ({ cookie: "session=ada", origin: ownOrigin });
const listenTo = (query: string): string =>
  `${started.url}/v2025-02-19/data/listen/production?${new URLSearchParams({ query })}`;

test("a user has 50 sockets, and others still open theirs", async () => {
  const asEve = { cookie: "session=eve", origin: ownOrigin };
  const path = "/v1/socket/production";
  const statuses: number[] = [];
  for (let index = 0; index < 51; index++) statuses.push(await statusOf(path, asEve));
  expect(statuses.indexOf(429)).toBe(50);
  expect(await statusOf(path, signedIn())).toBe(101);
  sockets[0]?.terminate();
  await expect.poll(() => statusOf(path, asEve)).toBe(101);
});

test("a client that is refused and does not close its side is cut off", async () => {
  const { hostname, port } = new URL(started.url);
  const client = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
  const reset = new Promise((resolve) => client.once("error", resolve));
  client.write(
    "GET /v1/socket/production HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  let answer = "";
  client.on("data", (part) => (answer += String(part)));
  await once(client, "end");
  expect(answer).toMatch(/^HTTP\/1.1 40[34]/);
  const writing = setInterval(() => client.write("x"), 20);
  await reset;
  clearInterval(writing);
});

describe("who may open a socket", () => {
  const token = (): Record<string, string> => ({ authorization: `Bearer ${started.lake.tokens.read}` });
  test.each<[string, () => Record<string, string>, number]>([
    ["a page of the site with a session", signedIn, 101],
    ["the holder of a token", token, 101],
    [
      "another site's page with a visitor's session",
      () => ({ ...signedIn(), origin: "https://evil.example" }),
      403,
    ],
    ["a sandboxed page", () => ({ ...signedIn(), origin: "null" }), 403],
    ["nobody knows from where", () => ({ cookie: "session=ada" }), 403],
    [
      "a page of the site while nobody can tell whose session it is",
      () => ({ ...signedIn(), cookie: "session=unknown" }),
      503,
    ],
    ["a page of the site without a session", () => ({ origin: ownOrigin }), 401],
    ["the holder of another token", () => ({ authorization: "Bearer x", origin: ownOrigin }), 401],
  ])("%s", async (_name, headers, status) => {
    expect(await statusOf("/streams", headers())).toBe(status);
    expect(await statusOf("/v2022-06-30/socket/production", headers())).toBe(status);
  });

  test("nobody elsewhere", async () => {
    expect(await statusOf("/v1/other", signedIn())).toBe(404);
    expect(await statusOf("/v1/socket/staging", signedIn())).toBe(404);
  });
});

describe("event streams over one socket", () => {
  test("several at once, each with its own events, until given up", async () => {
    const socket = connect("/streams", signedIn());
    const { messages, has } = inbox(socket);
    await once(socket, "open");
    socket.send(JSON.stringify({ open: 1, url: listenTo(`*[_type == "a"]`), lastEventId: null }));
    socket.send(JSON.stringify({ open: 2, url: listenTo(`*[_type == "b"]`), lastEventId: null }));
    await has(/"id":1,"chunk":"event: welcome/);
    await has(/"id":2,"chunk":"event: welcome/);
    await started.writer.create({ _id: "s1", _type: "a" });
    await has(/"id":1,"chunk":"event: mutation/);
    socket.send(JSON.stringify({ close: 1 }));
    await started.writer.create({ _id: "s2", _type: "b" });
    await has(/"id":2,"chunk":"event: mutation.*s2/);
    await started.writer.create({ _id: "s3", _type: "a" });
    await started.writer.create({ _id: "s4", _type: "b" });
    await has(/s4/);
    expect(JSON.stringify(messages)).not.toContain("s3");
  });

  test("an answer that is none says so", async () => {
    const socket = connect("/streams", signedIn());
    const { messages, has } = inbox(socket);
    await once(socket, "open");
    socket.send(JSON.stringify({ open: 1, url: `${started.url}/v1/data/listen/production` }));
    await has(/"id":1,"end":true/);
    socket.send(JSON.stringify({ open: 2, url: `${started.url}/v1/data/export/production` }));
    await has(/"id":2,"end":true/);
    expect(messages).toMatchObject([
      { id: 1, status: 400 },
      { id: 1 },
      { id: 1 },
      { id: 2, status: 404 },
      { id: 2 },
    ]);
  });

  test.each(["no JSON", "[]", `{"open":"1"}`])("ends at %s", async (text) => {
    const socket = connect("/streams", signedIn());
    await once(socket, "open");
    socket.send(text);
    expect((await once(socket, "close"))[0]).toBe(1003);
  });
});

test("Studios learn of each other where they are", async () => {
  const rpc = (method: string, params: object = {}): string =>
    JSON.stringify({ jsonrpc: "2.0", id: method, method, params });
  const [one, other] = [0, 1].map(() => connect("/v2022-06-30/socket/production", signedIn()));
  if (!one || !other) throw new Error("unreachable");
  const [heard, answers] = [inbox(one), inbox(other)];
  await Promise.all([once(one, "open"), once(other, "open")]);
  await heard.has(/♥/);
  one.send(rpc("presence_subscribe"));
  await heard.has(/"id":"presence_subscribe","result":"\w+"/);
  other.send(rpc("presence_rollcall", { session: "s2" }));
  await heard.has(/"type":"rollCall","i":"ada","session":"s2"/);
  other.send(rpc("presence_announce", { data: { sessionId: "s2", locations: [{ documentId: "d" }] } }));
  await heard.has(/"type":"state","i":"ada","m":\{"sessionId":"s2","locations":\[\{"documentId":"d"\}\]\}/);
  const editor = connect("/v2022-06-30/socket/production", { ...signedIn(), cookie: "session=eve" });
  const seen = inbox(editor);
  await once(editor, "open");
  editor.send(rpc("presence_subscribe"));
  await seen.has(/"id":"presence_subscribe"/);
  const locations = [{ documentId: "contract.1" }, { documentId: "drafts.post" }];
  other.send(rpc("presence_announce", { data: { sessionId: "s2", locations } }));
  await seen.has(/"locations":\[\{"documentId":"drafts.post"\}\]/);
  await heard.has(/contract\.1/);
  other.send(rpc("presence_explode"));
  await answers.has(/"id":"presence_explode","error":\{"code":-32601/);
  other.close();
  await heard.has(/"type":"disconnect","i":"ada","m":\{"session":"s2"\}/);
  expect(answers.messages).not.toContainEqual(expect.objectContaining({ method: "presence_subscription" }));
});

test("whoever signs out is cut off soon", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    const cookie = "session=ada-2";
    const socket = connect("/streams", { ...signedIn(), cookie });
    await once(socket, "open");
    const pinged = once(socket, "ping");
    vi.advanceTimersByTime(30_000);
    await pinged;
    expect(socket.readyState).toBe(WebSocket.OPEN);
    signedOut.add(cookie);
    const closed = once(socket, "close");
    started.lake.recheckSessions();
    expect((await closed)[0]).toBe(4401);
  } finally {
    vi.useRealTimers();
  }
});

test("an event stream over HTTP ends with its session, and with another role, and no other does", async () => {
  const open = async (cookie: string) => {
    const response = await fetch(listenTo("*"), { headers: { cookie } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    return reader;
  };
  const readToEnd = async (reader: Awaited<ReturnType<typeof open>>): Promise<void> => {
    while (!(await reader.read()).done);
  };
  const [leaving, changing, staying] = [
    await open("session=ada-3"),
    await open("session=ada-4"),
    await open("session=ada-5"),
  ];
  signedOut.add("session=ada-3");
  demoted.add("session=ada-4");
  started.lake.recheckSessions();
  await Promise.all([readToEnd(leaving), readToEnd(changing)]);
  await started.writer.create({ _id: "after", _type: "a" });
  expect((await staying.read()).value).toContain("after");
  await staying.cancel();
});

test("a closing lake lets go of its sockets", async () => {
  const closing = await startLake({ session });
  const socket = new WebSocket(`${closing.url.replace("http", "ws")}/streams`, {
    headers: { cookie: "session=ada", origin: new URL(closing.url).origin },
  });
  await once(socket, "open");
  const closed = once(socket, "close");
  await closing.stop();
  expect((await closed)[0]).toBe(1001);
});
