import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
  "GET /ping",
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

let closed: StartedLake;
let open: StartedLake;

beforeAll(async () => {
  const session = { loginPath: "/login", userOf: async () => null, signOut: async () => [] };
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
    .replace(/:(ids|id|keys|file|vanity|offer)\??/g, "x");
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
    expect((await ask("/v1/users/me", visitor)).status).toBe(401);
  });
});
