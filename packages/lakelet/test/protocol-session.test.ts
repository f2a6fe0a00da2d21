import type { SanityClient } from "@sanity/client";
import { beforeAll, describe, expect, test } from "vitest";
import type { LakeUser, SiteSession } from "../src/index.ts";
import { opened } from "./opened.ts";
import { clientOn, startLake } from "./start-lake.ts";

const ada: LakeUser = { id: "ada", name: "Ada", email: "ada@example.com", role: "admin" };
const eve: LakeUser = { id: "eve", name: "Eve", email: "eve@example.com", role: "editor" };
const cy: LakeUser = { id: "cy", name: "Cy", email: "cy@example.com", role: "editor" };
const users = [ada, eve, cy];

/** A site session whose cookie is the user's id. */
const session: SiteSession = {
  userOf: async ({ headers }) => users.find(({ id }) => headers.get("cookie") === `session=${id}`) ?? null,
  loginPath: "/login",
  signOut: async () => ["session=; Path=/; Max-Age=0"],
};

const started = opened(() => startLake({ session }));
let admin: SanityClient;
let editor: SanityClient;

beforeAll(async () => {
  const as = ({ id }: LakeUser): SanityClient =>
    clientOn(started.url, { headers: { cookie: `session=${id}` } });
  [admin, editor] = [as(ada), as(eve)];
  await started.writer.create({ _id: "page", _type: "page", title: "Open" });
  await started.writer.create({ _id: "contract.1", _type: "contract", name: "Secret" });
});

const ask = (path: string, init: RequestInit & { as?: LakeUser } = {}): Promise<Response> =>
  fetch(`${started.url}${path}`, {
    redirect: "manual",
    ...init,
    headers: { ...init.headers, ...(init.as ? { cookie: `session=${init.as.id}` } : {}) },
  });

describe("the site's session", () => {
  test("says who is there, to the real client", async () => {
    expect(await admin.users.getById("me")).toMatchObject({
      id: "ada",
      name: "Ada",
      email: "ada@example.com",
      roles: [{ name: "administrator", title: "Administrator" }],
    });
    const stranger = await ask("/v1/users/me", { headers: { cookie: "session=mallory" } });
    expect([stranger.status, await stranger.json()]).toEqual([200, {}]);
  });

  test("leaves a name for what was written", async () => {
    await admin.create({ _id: "signed", _type: "page" });
    const person = await (await ask("/v1/users/ada", { as: eve })).json();
    expect(person).toMatchObject({ id: "ada", displayName: "Ada", isCurrentUser: false });
  });

  test("begins at the site's own sign-in page and comes back to the Studio, to no other site", async () => {
    const { origin } = new URL(started.url);
    const to = async (place: string): Promise<string | null> =>
      (await ask(`/auth/login?${new URLSearchParams({ origin: place })}`)).headers.get("location");
    expect(await to(`${origin}/studio/structure`)).toBe("/login?redirectTo=%2Fstudio%2Fstructure");
    expect(await to("https://evil.example/")).toBe("/login?redirectTo=%2F");
    expect(await to("//evil.example/")).toBe("/login?redirectTo=%2F");
    for (const path of ["//evil.example/x", "/\\evil.example/x", "///evil.example/x", "/%5Cevil.example"]) {
      const target = new URL((await to(origin + path)) ?? "", origin).searchParams.get("redirectTo") ?? "";
      expect(new URL(target, origin).origin).toBe(origin);
    }
  });

  test("ends with the site's", async () => {
    const answer = await ask("/v1/auth/logout", { method: "POST", as: ada });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, ["session=; Path=/; Max-Age=0"]]);
  });

  test("reads nothing for a link on another site's page", async () => {
    const follow = (site: string): Promise<Response> =>
      ask("/v1/data/query/production?query=1", { as: ada, headers: { "sec-fetch-site": site } });
    expect((await follow("cross-site")).status).toBe(403);
    expect((await follow("same-origin")).status).toBe(200);
    expect((await follow("none")).status).toBe(200);
  });

  test("writes nothing for another site's page", async () => {
    const body = JSON.stringify({ mutations: [{ create: { _id: "csrf", _type: "page" } }] });
    const post = (headers: Record<string, string>): Promise<Response> =>
      ask("/v1/data/mutate/production", { method: "POST", as: ada, body, headers });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await admin.getDocument("csrf")).toBeUndefined();
    expect((await post({ origin: new URL(started.url).origin })).status).toBe(200);
  });
});

describe("an editor", () => {
  test("changes what is public, with its drafts, and nothing private", async () => {
    await editor.createOrReplace({ _id: "drafts.page", _type: "page", title: "New" });
    expect(await editor.fetch("*[_id == 'page'][0].title", {}, { perspective: "drafts" })).toBe("New");
    // What else is refused: access.test.ts.
    for (const id of ["contract.1", "contract.none"])
      await expect(editor.patch(id).set({ name: "x" }).commit()).rejects.toMatchObject({ statusCode: 403 });
  });

  test("is told so by the rules that the Studio asks for", async () => {
    const rules = async (as: LakeUser): Promise<unknown> =>
      (await ask("/v1/projects/local/datasets/production/acl", { as })).json();
    expect(await rules(ada)).toMatchObject([{ filter: `_id in path("**")` }]);
    const [{ filter }] = (await rules(eve)) as [{ filter: string }];
    expect(await admin.fetch(`*[_type in ["page", "contract"] && (${filter})]._id`)).not.toContain(
      "contract.1",
    );
    expect(await admin.fetch(`*[_type in ["page", "contract"] && (${filter})]._id`)).toContain("drafts.page");
  });
});

test("settings are kept per person", async () => {
  const body = JSON.stringify([{ key: "layout", value: { sort: "title" } }]);
  const put = await ask("/v2024-01-01/users/me/keyvalue", { method: "PUT", as: ada, body });
  expect([put.status, await put.json()]).toEqual([200, [{ key: "layout", value: { sort: "title" } }]]);
  const read = async (as: LakeUser): Promise<unknown> =>
    (await ask("/v2024-01-01/users/me/keyvalue/layout,other", { as })).json();
  const other = { key: "other", value: null };
  expect(await read(ada)).toEqual([{ key: "layout", value: { sort: "title" } }, other]);
  expect(await read(eve)).toEqual([{ key: "layout", value: null }, other]);
});

test("a person with all settings that there may be still changes them", async () => {
  const put = async (settings: readonly { key: string; value: number }[]): Promise<number> => {
    const body = JSON.stringify(settings);
    return (await ask("/v2024-01-01/users/me/keyvalue", { method: "PUT", as: cy, body })).status;
  };
  const all = Array.from({ length: 500 }, (_, n) => ({ key: `key-${n}`, value: n }));
  expect(await put(all)).toBe(200);
  expect(await put([{ key: "key-7", value: 8 }])).toBe(200);
  expect(await put([{ key: "one more", value: 8 }])).toBe(400);
  expect(await put([...all, ...all])).toBe(400);
});

test("a setting is deleted by its key, for its person alone", async () => {
  const path = "/v2024-01-01/users/me/keyvalue";
  const read = async (as: LakeUser): Promise<unknown> => (await ask(`${path}/sort,view`, { as })).json();
  const body = JSON.stringify(["sort", "view"].map((key) => ({ key, value: key })));
  for (const as of [ada, eve]) await ask(path, { method: "PUT", as, body });
  const deleted = await ask(`${path}/sort`, { method: "DELETE", as: ada });
  expect([deleted.status, await read(ada)]).toEqual([
    204,
    [
      { key: "sort", value: null },
      { key: "view", value: "view" },
    ],
  ]);
  expect((await ask(`${path}/sort`, { method: "DELETE", as: ada })).status).toBe(204);
  expect(await read(eve)).toEqual(["sort", "view"].map((key) => ({ key, value: key })));
  expect((await ask(`${path}/view`, { method: "DELETE" })).status).toBe(401);
});
