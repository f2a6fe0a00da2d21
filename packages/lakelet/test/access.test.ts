import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LakeUser, SiteSession } from "../src/index.ts";
import { startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

/** Everything that a stranger on the network may call. A line added here opens the lake to everybody. */
const PUBLIC = [
  "GET /auth/login",
  "GET /auth/providers",
  "POST /auth/logout",
  "GET /check/cors",
  "GET /data/ping/:dataset",
  "GET /files/:project/:dataset/:file/:vanity?",
  "HEAD /files/:project/:dataset/:file/:vanity?",
  "GET /images/:project/:dataset/:file/:vanity?",
  "HEAD /images/:project/:dataset/:file/:vanity?",
  "POST /intake/batch",
  "GET /intake/telemetry-status",
  "GET /jobs/:id/listen",
  "GET /ping",
  "GET /users/me",
];

/** What `publicRead` opens as well. */
const PUBLISHED = [
  "GET /data/doc/:dataset/:ids",
  "GET /data/listen/:dataset",
  "GET /data/live/events/:dataset",
  "GET /data/query/:dataset",
  "POST /data/query/:dataset",
];

/** A user of the site without a role: `userOf` returns null. */
const visitor = { cookie: "session=visitor" };

/** A user who edits content. */
const editor = { cookie: "session=editor" };
const eve: LakeUser = { id: "eve", name: "Eve", email: "eve@example.com", role: "editor" };

let closed: StartedLake;
let open: StartedLake;

beforeAll(async () => {
  const session: SiteSession = {
    loginPath: "/login",
    userOf: async ({ headers }) => (headers.get("cookie") === editor.cookie ? eve : null),
    signOut: async () => [],
  };
  closed = await startLake({ session });
  open = await startLake({ session, publicRead: true });
});

afterAll(async () => {
  await closed.stop();
  await open.stop();
});

type Endpoint = StartedLake["lake"]["endpoints"][number];

function call({ url }: StartedLake, endpoint: Endpoint, headers: Record<string, string> = {}) {
  const path = endpoint.pattern
    .replace(":project", "local")
    .replace(":dataset", "production")
    .replace(/:(ids|id|keys|file|vanity|offer|name)\??/g, "x");
  return fetch(`${url}${endpoint.versioned ? "/v1" : ""}${path}?query=1`, {
    method: endpoint.method,
    redirect: "manual",
    headers,
    ...(endpoint.method === "POST" || endpoint.method === "PUT" ? { body: '{"query":"1"}' } : {}),
  });
}

async function openEndpoints(started: StartedLake, headers: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of started.lake.endpoints) {
    const response = await call(started, endpoint, headers);
    await response.body?.cancel();
    if (response.status !== 401) found.push(`${endpoint.method} ${endpoint.pattern}`);
    // A method without a route is open only where GET is.
    if (endpoint.method !== "GET") continue;
    const head = await call(started, { ...endpoint, method: "HEAD" }, headers);
    expect([endpoint.pattern, head.status === 401]).toEqual([endpoint.pattern, response.status === 401]);
  }
  return found.toSorted();
}

describe("every endpoint from the network", () => {
  test.each([
    ["a stranger", {}],
    ["a visitor without a role", visitor],
  ])("is closed to %s, but for pictures, files and what comes before sign-in", async (_, headers) => {
    expect(await openEndpoints(closed, headers)).toEqual(PUBLIC.toSorted());
    expect(await openEndpoints(open, headers)).toEqual([...PUBLIC, ...PUBLISHED].toSorted());
  });

  test("is closed to a wrong token; assets look at none", async () => {
    const headers = { authorization: "Bearer wrong" };
    const unversioned = PUBLIC.filter((endpoint) => /\/(?:images|files|auth\/login)/.test(endpoint));
    expect(await openEndpoints(open, headers)).toEqual(unversioned.toSorted());
  });

  test("refuses a stranger before the body is read", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        if (sent > 512 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const response = await fetch(`${closed.url}/v1/data/mutate/production`, init).catch(() => null);
    expect(response?.status ?? 401).toBe(401);
    expect(sent).toBeLessThan(256 * 1024 * 1024);
  });
});

describe("in process", () => {
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    closed.lake.fetch(new Request(`${closed.url}${path}`, { headers }));

  test("the site reads what is published without a token, and nothing private", async () => {
    await closed.writer.createOrReplace({ _id: "post", _type: "post" });
    await closed.writer.createOrReplace({ _id: "contract.1", _type: "post" });
    await closed.writer.createOrReplace({ _id: "drafts.post", _type: "post" });
    const response = await ask(`/v1/data/query/production?query=${encodeURIComponent("*._id")}`);
    expect(await response.json()).toMatchObject({ result: ["post"] });
    expect((await ask("/v1/data/doc/production/post")).status).toBe(200);
    expect((await ask("/v1/data/export/production")).status).toBe(401);
  });

  test("tokens open what they open elsewhere, cookies nothing", async () => {
    const authorization = `Bearer ${closed.lake.tokens.read}`;
    expect((await ask("/v1/data/export/production", { authorization })).status).toBe(200);
    expect((await ask("/v1/data/export/production", { authorization: "Bearer wrong" })).status).toBe(401);
    expect(await (await ask("/v1/users/me", visitor)).json()).toEqual({});
  });
});

describe("an editor", () => {
  const SECRET = "Only administrators read this";
  const id = "contract.6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
  const params = (pattern: string): string =>
    pattern
      .replace(":project", "local")
      .replace(":dataset", "production")
      .replace(/:(ids|id)\??/g, id)
      .replace(/:(keys|file|vanity|offer|name)\??/g, "x");
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${closed.url}${path}`, { redirect: "manual", ...init, headers: editor });
  let rev: string;

  beforeAll(async () => {
    const document = { _id: id, _type: "contract", name: SECRET, title: SECRET };
    rev = (await closed.writer.create(document))._rev;
    await closed.writer
      .patch(id)
      .set({ name: `${SECRET}!` })
      .commit();
    rev = (await closed.writer.getDocument(id))?._rev ?? "";
    await closed.writer.create({ _id: `drafts.${id}`, _type: "contract", name: SECRET });
    // Knowing an id, an editor may refer to it.
    await closed.writer.create({
      _id: "spy",
      _type: "page",
      it: { _type: "reference", _ref: id, _weak: true },
    });
  });

  const QUERIES = [
    "*",
    `*[_id == "${id}"]`,
    `*[_id in path("contract.**")]`,
    `*[_type == "contract"]`,
    `*[name match "administrators"]`,
    `*[_id == "spy"]{it->, "all": *[references("${id}")], "count": count(*[_type == "contract"])}`,
    `*[_id == "spy"]{"name": it->name, "sub": *[_type == "contract"][0].name}`,
    `*[_id == "spy"] | order(it->name asc) {"n": it->name}`,
  ];

  test.each(QUERIES)("finds nothing private with %s, by any perspective or method", async (query) => {
    for (const perspective of ["raw", "published", "drafts"]) {
      const search = new URLSearchParams({ query, perspective });
      const body = JSON.stringify({ query });
      const answers = [
        await ask(`/v2025-02-19/data/query/production?${search}`),
        await ask(`/v2025-02-19/data/query/production?perspective=${perspective}`, { method: "POST", body }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(await answer.text()).not.toContain(SECRET);
      }
    }
  });

  test("reads nothing private at any endpoint", async () => {
    const asked: string[] = [];
    for (const { method, pattern, versioned } of closed.lake.endpoints) {
      if (method === "HEAD" || /listen|live\/events|logout/.test(pattern)) continue;
      const search = /query/.test(pattern)
        ? "query=*"
        : "effectFormat=mendoza&lastRevision=true&text=administrators";
      const path = `${versioned ? "/v1" : ""}${params(pattern)}?${search}`;
      const response = await ask(path, method === "GET" ? {} : { method, body: '{"query":"*"}' });
      expect([path, (await response.text()).includes(SECRET)]).toEqual([path, false]);
      asked.push(path);
    }
    for (const search of [`revision=${rev}`, "time=2999-01-01T00:00:00Z", "lastRevision=true"]) {
      const response = await ask(`/v1/data/history/production/documents/${id}?${search}`);
      expect(await response.json()).toEqual({ documents: [] });
    }
    for (const _id of ["secret.deleted", "note-deleted"]) {
      await closed.writer.create({ _id, _type: "note", title: SECRET });
      await closed.writer.delete(_id);
    }
    const bin = (await (await ask("/v1/data/history/production/deleted")).json()) as { documents: object[] };
    expect(bin.documents).toEqual([expect.objectContaining({ documentId: "note-deleted" })]);
    expect(asked.length).toBeGreaterThan(30);
    for (const path of ["snapshot", "mentions?text=administrators"])
      expect((await ask(`/v1/operate/production/${path}`)).status).toBe(403);
  });

  test("hears nothing private", async () => {
    const query = new URLSearchParams({ query: "*", includeResult: "true", includePreviousRevision: "true" });
    const streams = await Promise.all(
      [`/v1/data/listen/production?${query}&effectFormat=mendoza`, "/v1/data/live/events/production"].map(
        async (path) => (await ask(path)).body!.pipeThrough(new TextDecoderStream()).getReader(),
      ),
    );
    for (const stream of streams) await stream.read();
    await closed.writer
      .patch(id)
      .set({ title: `${SECRET} too` })
      .commit();
    const both = closed.writer.transaction().patch(id, (patch) => patch.set({ name: `${SECRET}!!` }));
    await both.patch("spy", (patch) => patch.set({ title: "seen" })).commit();
    const [mutation = "", live = ""] = await Promise.all(
      streams.map(async (stream) => (await stream.read()).value ?? ""),
    );
    expect(mutation).toContain('"documentId":"spy"');
    expect(mutation + live).not.toMatch(/Only administrators|"documentId":"contract/);
    expect(live.match(/event: message/g)).toHaveLength(1);
    await Promise.all(streams.map((stream) => stream.cancel()));
  });

  const draftId = `drafts.${id}`;
  test.each<[string, object]>([
    ["mutate", { create: { _id: id, _type: "contract" } }],
    ["mutate", { createOrReplace: { _id: id, _type: "contract" } }],
    ["mutate", { createIfNotExists: { _id: id, _type: "contract" } }],
    ["mutate", { createIfNotExists: { _id: "contract.another", _type: "contract" } }],
    ["mutate", { create: { _id: "account.mine", _type: "account", role: "editor" } }],
    ["mutate", { patch: { id, set: { name: "x" } } }],
    ["mutate", { patch: { query: `*[_id == "${id}"]`, set: { name: "x" } } }],
    ["mutate", { delete: { id } }],
    ["mutate", { delete: { query: '*[_type == "contract"]' } }],
    ["actions", { actionType: "sanity.action.document.publish", draftId, publishedId: id }],
    ["actions", { actionType: "sanity.action.document.unpublish", draftId, publishedId: id }],
    ["actions", { actionType: "sanity.action.document.delete", publishedId: id, includeDrafts: [draftId] }],
    ["actions", { actionType: "sanity.action.document.discard", draftId }],
    [
      "actions",
      { actionType: "sanity.action.document.edit", draftId, publishedId: id, patch: { set: { name: "x" } } },
    ],
  ])("changes nothing private by %s: %j", async (endpoint, step) => {
    const before = await closed.writer.getDocuments([id, draftId, "contract.another", "account.mine"]);
    const body = JSON.stringify({ mutations: [step], actions: [step] });
    const search = "returnIds=true&returnDocuments=true";
    const answer = await ask(`/v1/data/${endpoint}/production?${search}`, { method: "POST", body });
    expect(await answer.text()).not.toContain(SECRET);
    expect(await closed.writer.getDocuments([id, draftId, "contract.another", "account.mine"])).toEqual(
      before,
    );
  });
});
