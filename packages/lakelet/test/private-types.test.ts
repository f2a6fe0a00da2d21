import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLake, type Lake } from "../src/index.ts";

const TYPE = "contract";
const ORIGIN = "https://site.example";
let lake: Lake;
/** What the site says of Eve when a release of hers is due. */
let roleOfEve: "admin" | "editor" | null = "editor";

beforeAll(async () => {
  const eve = { id: "eve", name: "Eve", email: "eve@example.com", role: "editor" } as const;
  lake = await createLake({
    directory: null,
    publicUrl: ORIGIN,
    privateTypes: [TYPE],
    session: {
      userOf: async ({ headers }) => (headers.get("cookie") === "session=editor" ? eve : null),
      loginPath: "/login",
      signOut: async () => [],
      roleOf: async (id) => (id === "eve" ? roleOfEve : null),
    },
  });
  expect(await send("mutate", { mutations: [{ create: { _id: "theirs", _type: TYPE } }] }, writer())).toBe(
    200,
  );
});
afterAll(() => lake.close());

const editor = { cookie: "session=editor", origin: ORIGIN };
const writer = () => ({ authorization: `Bearer ${lake.tokens.write}` });

/** Returns the status of a transaction from the network. */
async function send(kind: "mutate" | "actions", body: object, headers: Record<string, string> = editor) {
  const request = new Request(`${ORIGIN}/v2025-02-19/data/${kind}/production`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return (await lake.answer(request)).status;
}

const IDS = ["mine", "drafts.mine", "versions.r1.mine"];
const CREATES = ["create", "createOrReplace", "createIfNotExists"];
const draft = (_type: string) => ({
  actionType: "sanity.action.document.create",
  publishedId: `act-${_type}`,
  attributes: { _id: `drafts.act-${_type}`, _type },
  ifExists: "fail",
});

test.each(IDS.flatMap((id) => CREATES.map((kind) => [kind, id] as const)))(
  "an editor cannot %s %s of a private type",
  async (kind, _id) => {
    expect(await send("mutate", { mutations: [{ [kind]: { _id, _type: TYPE } }] })).toBe(403);
  },
);

test("an editor changes and deletes none that an admin made, nor by actions, nor turns one into another type", async () => {
  for (const mutation of [
    { patch: { id: "theirs", set: { seen: true } } },
    { delete: { id: "theirs" } },
    { createOrReplace: { _id: "theirs", _type: "post" } },
  ])
    expect([mutation, await send("mutate", { mutations: [mutation] })]).toEqual([mutation, 403]);
  // A query finds none.
  const query = `*[_type == "${TYPE}" || _id == "theirs"]`;
  for (const mutation of [{ patch: { query, set: { seen: true } } }, { delete: { query } }])
    expect([mutation, await send("mutate", { mutations: [mutation] })]).toEqual([mutation, 200]);
  expect(await read("theirs")).not.toHaveProperty("seen");
  expect(await send("actions", { actions: [draft(TYPE)] })).toBe(403);
});

test("content, and what administrators write, is not concerned", async () => {
  expect(await send("mutate", { mutations: [{ create: { _id: "a-post", _type: "post" } }] })).toBe(200);
  expect(await send("actions", { actions: [draft("post")] })).toBe(200);
  expect(
    await send("mutate", { mutations: [{ patch: { id: "theirs", set: { seen: true } } }] }, writer()),
  ).toBe(200);
});

describe("a document of a private type, whatever its id", () => {
  const MARK = "MARK OF A PRIVATE TYPE";
  const IDS_OF_ALL = ["open", "drafts.open", "versions.r1.open", "private.open"];
  beforeAll(async () => {
    const documents = IDS_OF_ALL.map((_id) => ({ create: { _id, _type: TYPE, title: MARK } }));
    const post = { _id: "refers", _type: "post", title: "Open", to: { _type: "reference", _ref: "open" } };
    const all = [...documents, { create: post }];
    expect(await send("mutate", { mutations: all }, writer())).toBe(200);
    for (const id of ["gone", "retyped"]) {
      const made = [{ create: { _id: id, _type: TYPE, title: MARK } }];
      expect(await send("mutate", { mutations: made }, writer())).toBe(200);
      expect(await send("mutate", { mutations: [{ delete: { id } }] }, writer())).toBe(200);
    }
    const retyped = [{ create: { _id: "retyped", _type: "post", title: "Open" } }];
    expect(await send("mutate", { mutations: retyped }, writer())).toBe(200);
  });

  const get = async (path: string, headers: Record<string, string>) =>
    (await lake.answer(new Request(`${ORIGIN}/v2025-02-19/data/${path}`, { headers }))).text();
  const query = (text: string, more: Record<string, string>) =>
    `query/production?${new URLSearchParams({ query: text, ...more })}`;

  test.each([
    ["a query, raw", query(`*[defined(title)]`, { perspective: "raw" })],
    ["a query, drafts", query(`*[defined(title)]`, { perspective: "drafts" })],
    ["a query, published", query(`*[_id == "open"]`, { perspective: "published" })],
    ["a query, in a release", query(`*[defined(title)]`, { perspective: "r1" })],
    ["a query by type", query(`*[_type == "${TYPE}"]`, { perspective: "raw" })],
    ["a reference", query(`*[_id == "refers"]{ to-> }`, { perspective: "raw" })],
    ["a read by id", `doc/production/${IDS_OF_ALL.join(",")}`],
    ["a read of all versions", "doc/production/open?includeAllVersions=true"],
    ["an export", "export/production"],
    ["its history", `history/production/transactions/open,drafts.open?effectFormat=mendoza`],
    ["its last state", `history/production/documents/open?lastRevision=true`],
    ["the last state of a deleted one", `history/production/documents/gone?lastRevision=true`],
    ["the history of a deleted one", `history/production/transactions/gone?effectFormat=mendoza`],
    [
      "the history of one that is of an open type today",
      "history/production/transactions/retyped?effectFormat=mendoza",
    ],
  ])("is in %s of an administrator, and of no editor", async (_what, path) => {
    expect(await get(path, writer())).toContain(MARK);
    expect(await get(path, editor)).not.toContain(MARK);
  });

  test("is not counted, nor listed among deleted documents", async () => {
    const count = query(`count(*[_type == "${TYPE}"])`, { perspective: "raw" });
    expect(JSON.parse(await get(count, editor))).toMatchObject({ result: 0 });
    const deleted = "history/production/deleted";
    expect(await get(deleted, writer())).toContain('"gone"');
    expect(await get(deleted, editor)).not.toContain('"gone"');
  });

  test("is in no event of a listener", async () => {
    const path = `listen/production?${new URLSearchParams({ query: "*[defined(title)]", includeResult: "true" })}`;
    const stop = new AbortController();
    const { body } = await lake.answer(
      new Request(`${ORIGIN}/v2025-02-19/data/${path}`, { headers: editor, signal: stop.signal }),
    );
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader.read()).value ?? "";
    const patch = (id: string) => ({ patch: { id, set: { touched: true } } });
    expect(await send("mutate", { mutations: [patch("open")] }, writer())).toBe(200);
    expect(await send("mutate", { mutations: [patch("refers")] }, writer())).toBe(200);
    while (!heard.includes('"refers"')) heard += (await reader.read()).value ?? "";
    expect(heard).not.toContain(MARK);
    stop.abort();
  });

  test("is nothing that the Studio of an editor offers to write", async () => {
    const path = "projects/local/datasets/production/acl";
    const acl = async (headers: Record<string, string>) =>
      (await lake.answer(new Request(`${ORIGIN}/v2025-02-19/${path}`, { headers }))).text();
    expect(await acl(editor)).toContain(`!(_type in [\\"${TYPE}\\"])`);
    expect(await acl(writer())).not.toContain(TYPE);
  });
});

test("a stranger reads no document of a private type on a lake with public reads", async () => {
  const open = await createLake({
    directory: null,
    publicUrl: ORIGIN,
    privateTypes: [TYPE],
    publicRead: true,
  });
  onTestFinished(() => open.close());
  const at = (path: string, init?: RequestInit) => new Request(`${ORIGIN}/v2025-02-19/data/${path}`, init);
  const document = (_id: string, _type: string) => ({ create: { _id, _type } });
  const written = await open.answer(
    at("mutate/production", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${open.tokens.write}` },
      body: JSON.stringify({ mutations: [document("terms", TYPE), document("post", "post")] }),
    }),
  );
  expect(written.status).toBe(200);
  const all = `query/production?${new URLSearchParams({ query: "*[]._id" })}`;
  expect(await (await open.answer(at(all))).json()).toMatchObject({ result: ["post"] });
  expect(await (await open.answer(at("doc/production/terms,post"))).json()).toMatchObject({
    documents: [{ _id: "post" }],
    omitted: [{ id: "terms", reason: "permission" }],
  });
  // The site around the lake decides itself what it shows.
  expect(await (await open.fetch(at(all))).json()).toMatchObject({ result: ["post", "terms"] });
});

const release = (name: string, kind: string, more: object = {}) => ({
  actions: [{ actionType: `sanity.action.release.${kind}`, releaseId: name, ...more }],
});

test("a release that an editor scheduled replaces and deletes nothing that an administrator alone may write", async () => {
  const version = { _id: "versions.night.theirs", _type: TYPE, title: "Replaced" };
  expect(await send("actions", release("night", "create", { metadata: { title: "Night" } }))).toBe(200);
  expect(await send("mutate", { mutations: [{ create: version }] }, writer())).toBe(200);
  const publishAt = new Date(Date.now() + 50).toISOString();
  expect(await send("actions", release("night", "schedule", { publishAt }))).toBe(200);
  await expect
    .poll(() => read("_.releases.night"))
    .toMatchObject({ state: "active", error: { message: expect.any(String) } });
  expect(await read("theirs")).toMatchObject({ _type: TYPE });
  expect(await send("actions", release("night", "schedule", { publishAt }), writer())).toBe(200);
  await expect.poll(() => read("_.releases.night")).toMatchObject({ state: "published" });
  expect(await read("theirs")).toMatchObject({ title: "Replaced" });
});

test("a release is published with the role of now: not of who has none any more", async () => {
  const create = { _id: "versions.late.a-page", _type: "page", title: "Of a former editor" };
  expect(await send("actions", release("late", "create", { metadata: { title: "Late" } }))).toBe(200);
  expect(await send("mutate", { mutations: [{ create }] })).toBe(200);
  const publishAt = () => new Date(Date.now() + 50).toISOString();
  roleOfEve = null;
  expect(await send("actions", release("late", "schedule", { publishAt: publishAt() }))).toBe(200);
  const error = { message: "The user who scheduled it may no longer publish" };
  await expect.poll(() => read("_.releases.late")).toMatchObject({ state: "active", error });
  expect(await read("a-page")).toBeUndefined();
  roleOfEve = "editor";
  expect(await send("actions", release("late", "schedule", { publishAt: publishAt() }))).toBe(200);
  await expect.poll(() => read("_.releases.late")).toMatchObject({ state: "published" });
  expect(await read("a-page")).toMatchObject({ title: create.title });
});

/** Returns a stored document. */
async function read(id: string): Promise<unknown> {
  const url = `${ORIGIN}/v2025-02-19/data/doc/production/${id}`;
  const response = await lake.answer(new Request(url, { headers: writer() }));
  return ((await response.json()) as { documents: unknown[] }).documents[0];
}

test("an editor who may not delete what a private document references does not learn its id", async () => {
  const reference = { _type: "reference", _ref: "author" };
  const create = (document: object) => ({ create: document });
  const mutations = [
    create({ _id: "author", _type: "author" }),
    create({ _id: "contract.secret", _type: TYPE, author: reference }),
    create({ _id: "post", _type: "post", author: reference }),
  ];
  expect(await send("mutate", { mutations }, writer())).toBe(200);
  const deletion = (headers: Record<string, string>) =>
    lake.answer(
      new Request(`${ORIGIN}/v2025-02-19/data/mutate/production`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ mutations: [{ delete: { id: "author" } }] }),
      }),
    );
  const [answer, toAdmin] = [await deletion(editor), await deletion(writer())];
  expect([answer.status, toAdmin.status]).toEqual([409, 409]);
  expect(await toAdmin.text()).toContain("contract.secret");
  const text = await answer.text();
  expect(text).not.toContain("contract.secret");
  expect(text).toContain('"post"');
});
