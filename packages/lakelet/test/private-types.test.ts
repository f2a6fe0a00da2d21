import { afterAll, beforeAll, expect, test } from "vitest";
import { createLake, type Lake } from "../src/index.ts";

const TYPE = "contract";
const ORIGIN = "https://site.example";
let lake: Lake;

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
    { patch: { query: `*[_type == "${TYPE}"]`, set: { seen: true } } },
    { delete: { id: "theirs" } },
    { delete: { query: `*[_type == "${TYPE}"]` } },
    { createOrReplace: { _id: "theirs", _type: "post" } },
  ])
    expect([mutation, await send("mutate", { mutations: [mutation] })]).toEqual([mutation, 403]);
  expect(await send("actions", { actions: [draft(TYPE)] })).toBe(403);
});

test("content, and what administrators write, is not concerned", async () => {
  expect(await send("mutate", { mutations: [{ create: { _id: "a-post", _type: "post" } }] })).toBe(200);
  expect(await send("actions", { actions: [draft("post")] })).toBe(200);
  expect(
    await send("mutate", { mutations: [{ patch: { id: "theirs", set: { seen: true } } }] }, writer()),
  ).toBe(200);
});
