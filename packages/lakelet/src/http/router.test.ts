import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { READER, WRITER } from "../auth/actor.ts";
import { unauthorized } from "../model/errors.ts";
import type { Route } from "./route.ts";
import { Ledger, createRouter } from "./router.ts";

const config = {
  directory: "/nowhere",
  basePath: "/base",
  publicUrl: "http://localhost",
  projectId: "local",
  datasets: ["production"],
  dataset: "production",
  origins: new Set(["http://studio.example"]),
  session: undefined,
  publicRead: false,
  publicFrom: new Map<string, string>(),
  manager: undefined,
  privateTypes: new Set<string>(),
};

function router(routes: Route[]): {
  ask(path: string, init?: RequestInit): Promise<Response>;
  logged: unknown[];
  ledger: Ledger;
} {
  const logged: unknown[] = [];
  const ledger = new Ledger();
  const handle = createRouter({
    routes,
    services: {
      config,
      documents: {
        get: () => undefined,
        byType: () => [],
        all: () => [],
        idsBelow: () => [],
        referrersOf: () => new Set(),
      },
      commit: async () => ({ transactionId: "", results: [] }),
    },
    authenticate: async ({ headers }) => {
      const header = headers.get("authorization");
      const actor = [READER, WRITER].find(({ id }) => id === header);
      if (header && !actor) throw unauthorized();
      return actor ?? null;
    },
    isSite: (token) => token === "site",
    ledger,
    sessions: { signalOf: (closed) => closed },
    log: (level, message, detail) => logged.push({ level, message, ...detail }),
  });
  const ask = async (path: string, init?: RequestInit) =>
    handle(new Request(`http://localhost${path}`, init), { entrance: "network" });
  return { ask, logged, ledger };
}

const echo = (route: Partial<Route>): Route => ({
  method: "GET",
  pattern: "/x/:one",
  access: "public",
  handle: ({ params, actor }) => Response.json({ params, actor: actor?.id ?? null }),
  ...route,
});

test("hands the named parts of the path on, decoded", async () => {
  const { ask } = router([
    echo({ pattern: "/x/:one/:two?" }),
    echo({ pattern: "/plain/:one", versioned: false }),
  ]);
  const params = async (path: string): Promise<unknown> =>
    ((await (await ask(path)).json()) as { params: unknown }).params;
  expect(await params("/base/v1/x/a%2Cb%20c")).toEqual({ version: "1", one: "a,b c" });
  expect(await params("/base/vX/x/a/b/")).toEqual({ version: "X", one: "a", two: "b" });
  expect(await params("/base/plain/a")).toEqual({ one: "a" });
});

test("lets in whom a route lets in", async () => {
  const { ask } = router([
    echo({ pattern: "/open" }),
    echo({ pattern: "/read", access: "read" }),
    echo({ pattern: "/write", access: "write" }),
  ]);
  const status = async (path: string, authorization?: string): Promise<number> =>
    (await ask(`/base/v1${path}`, authorization ? { headers: { authorization } } : {})).status;
  expect(await Promise.all([status("/open"), status("/read"), status("/write")])).toEqual([200, 401, 401]);
  expect(await Promise.all([status("/read", READER.id), status("/write", READER.id)])).toEqual([200, 403]);
  expect(await Promise.all([status("/read", WRITER.id), status("/write", WRITER.id)])).toEqual([200, 200]);
  expect(await status("/open", "stranger")).toBe(401);
});

test("takes requests with the site's token for those of its process, and refuses another one", async () => {
  const { ask } = router([
    echo({ access: "published", handle: ({ entrance, actor }) => Response.json([entrance, actor?.id]) }),
  ]);
  const seen = async (headers: Record<string, string>) => (await ask("/base/v1/x/a", { headers })).json();
  expect(await seen({ "x-lake-site": "site" })).toEqual(["process", null]);
  expect(await seen({ "x-lake-site": "site", authorization: READER.id })).toEqual(["process", READER.id]);
  expect(await seen({ authorization: READER.id })).toEqual(["network", READER.id]);
  for (const headers of [{}, { "x-lake-site": "other" }, { "x-lake-site": "" }])
    expect(await seen(headers)).toMatchObject({ statusCode: 401 });
});

test("tells of a fault inside without telling what it was, and logs it", async () => {
  const error = new Error("/secret/path");
  const { ask, logged } = router([
    echo({
      handle: () => {
        throw error;
      },
    }),
  ]);
  const response = await ask("/base/v1/x/a");
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    statusCode: 500,
    error: "Internal Server Error",
    message: "The content lake failed",
  });
  expect(logged).toEqual([
    {
      level: "error",
      message: "The lake failed to answer a request",
      method: "GET",
      path: "/base/v1/x/a",
      error,
    },
  ]);
});

test("notes what it does not know, and forgets the oldest", async () => {
  const { ask, ledger } = router([echo({})]);
  for (let n = 0; n < 1001; n += 1) await ask(`/base/v1/unknown-${n}`);
  expect(ledger.entries).toHaveLength(1000);
  expect(ledger.entries[0]).toMatchObject({ method: "GET", path: "/base/v1/unknown-1" });
});

test("lets pages of configured origins read answers and ask beforehand, and no others", async () => {
  const { ask } = router([echo({})]);
  const allowed = async (origin: string, init: RequestInit = {}): Promise<[number, string | null]> => {
    const { status, headers } = await ask("/base/v1/x/a", { ...init, headers: { ...init.headers, origin } });
    return [status, headers.get("access-control-allow-origin")];
  };
  expect(await allowed("http://studio.example")).toEqual([200, "http://studio.example"]);
  expect(await allowed("http://evil.example")).toEqual([200, null]);
  const question = { method: "OPTIONS", headers: { "access-control-request-method": "POST" } };
  expect(await allowed("http://studio.example", question)).toEqual([204, "http://studio.example"]);
  expect(await allowed("http://evil.example", question)).toEqual([403, null]);
});

test("a full disk is a 507 that says so, and is logged", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t (text); PRAGMA max_page_count = 2");
  const write = () => {
    try {
      database.exec("INSERT INTO t VALUES (zeroblob(100000))");
    } catch (cause) {
      throw new Error("The database rejected a write", { cause });
    }
    return new Response();
  };
  const { ask, logged } = router([echo({ access: "public", handle: write })]);
  const response = await ask("/base/v1/x/a");
  expect([response.status, await response.json()]).toMatchObject([
    507,
    { message: expect.stringContaining("is full") },
  ]);
  expect(logged).toHaveLength(1);
});

test.each([
  ["v2099-01-01", 400],
  ["v2025-13-01", 400],
  [`v${new Date().toISOString().slice(0, 10)}`, 200],
])("version %s is answered with %i", async (version, status) => {
  const { ask } = router([echo({ access: "public" })]);
  expect((await ask(`/base/${version}/x/a`)).status).toBe(status);
});
