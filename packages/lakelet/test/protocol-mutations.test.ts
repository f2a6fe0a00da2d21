import { Patch } from "@sanity/client";
import { beforeEach, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake());

describe("create", () => {
  test("fills in id, revision and times", async () => {
    const before = Date.now();
    const made = await started.writer.create({ _type: "note", text: "hello" });
    expect(made._id).toMatch(/^[0-9a-f-]{36}$/);
    expect(made._rev).toMatch(/^\w+$/);
    expect(made._createdAt).toBe(made._updatedAt);
    expect(Date.parse(made._createdAt)).toBeGreaterThanOrEqual(before);
    expect(await started.writer.getDocument(made._id)).toEqual(made);
  });

  test("makes an id with a prefix that ends in a dot", async () => {
    const made = await started.writer.create({ _id: "contract.", _type: "contract" });
    expect(made._id).toMatch(/^contract\.[0-9a-f-]{36}$/);
  });

  test("refuses an id that is taken", async () => {
    await started.writer.create({ _id: "taken", _type: "note" });
    await expect(started.writer.create({ _id: "taken", _type: "note" })).rejects.toMatchObject({
      statusCode: 409,
      details: {
        type: "mutationError",
        items: [{ index: 0, error: { type: "documentAlreadyExistsError" } }],
      },
    });
  });

  test("keeps a time of creation that is given, and no revision", async () => {
    const _createdAt = "2020-01-02T03:04:05Z";
    const made = await started.writer.create({ _id: "old", _type: "note", _createdAt, _rev: "mine" });
    expect(made._createdAt).toBe(_createdAt);
    expect(made._rev).not.toBe("mine");
  });
});

test("createIfNotExists keeps what is there and returns it", async () => {
  const first = await started.writer.createIfNotExists({ _id: "once", _type: "note", n: 1 });
  const again = { _id: "once", _type: "note", n: 2 };
  expect(await started.writer.createIfNotExists(again)).toEqual(first);
  expect(
    await started.writer.mutate([{ createIfNotExists: again }], { returnDocuments: false }),
  ).toMatchObject({
    results: [{ id: "once", operation: "update" }],
  });
});

test.each(["sync", "async", "deferred"] as const)(
  "a write with visibility %s is seen at once",
  async (visibility) => {
    const { _rev } = await started.writer.createOrReplace({ _id: "seen", _type: "note" }, { visibility });
    expect(await started.writer.fetch(`*[_id == "seen"][0]._rev`)).toBe(_rev);
  },
);

test("createOrReplace replaces all but the time of creation", async () => {
  const first = await started.writer.createOrReplace({ _id: "new", _type: "note", a: 1 });
  const second = await started.writer.createOrReplace({ _id: "new", _type: "note", b: 2 });
  expect(second).toEqual({ ...second, b: 2, _createdAt: first._createdAt });
  expect(second).not.toHaveProperty("a");
  expect(second._updatedAt > first._updatedAt).toBe(true);
});

test.each<[string, unknown[]]>([
  ["createOrReplace", [{ createOrReplace: { _id: "typed", _type: "other" } }]],
  ["delete and create", [{ delete: { id: "typed" } }, { create: { _id: "typed", _type: "other" } }]],
])("%s cannot change the type of a document", async (_, mutations) => {
  await started.writer.createIfNotExists({ _id: "typed", _type: "note" });
  await expect(started.writer.mutate(mutations as never)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('Cannot modify immutable attribute "_type"'),
    details: { items: [{ error: { type: "cannotModifyImmutableAttributeError", id: "typed" } }] },
  });
  expect(await started.writer.getDocument("typed")).toMatchObject({ _type: "note" });
  await started.writer.delete("typed");
  await started.writer.create({ _id: "typed", _type: "other" });
  await started.writer.delete("typed");
});

test("_system is never stored", async () => {
  const made = await started.writer.create({ _id: "sys", _type: "note", _system: { group: { _ref: "x" } } });
  expect(made).not.toHaveProperty("_system");
  for (const id of ["sys", "drafts.sys"]) {
    await started.writer.createIfNotExists({ _id: id, _type: "note" });
    for (const set of [{ _system: { delete: true } }, { "_system.delete": true }])
      await expect(started.writer.patch(id).set(set).commit()).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('immutable attribute "_system"'),
      });
  }
});

describe("delete", () => {
  test("by id, and once more", async () => {
    await started.writer.create({ _id: "gone", _type: "note" });
    expect(await started.writer.delete("gone")).toMatchObject({
      results: [{ id: "gone", operation: "delete" }],
    });
    expect(await started.writer.getDocument("gone")).toBeUndefined();
    expect(await started.writer.delete("gone")).toMatchObject({
      results: [{ id: "gone", operation: "none" }],
    });
  });

  test("by query with parameters", async () => {
    for (const n of [1, 2, 3]) await started.writer.create({ _id: `many-${n}`, _type: "many", n });
    await started.writer.delete({ query: `*[_type == "many" && n > $n]`, params: { n: 1 } });
    expect(await started.writer.fetch(`*[_type == "many"]._id`)).toEqual(["many-1"]);
  });
});

describe("patch", () => {
  beforeEach(async () => {
    await started.writer.createOrReplace({
      _id: "p",
      _type: "note",
      n: 5,
      text: "the quick fox",
      tags: ["a", "b", "c"],
      blocks: [
        { _key: "x", v: 1 },
        { _key: "y", v: 2 },
      ],
      deep: { a: 1 },
    });
  });

  const cases: Array<[name: string, change: (patch: Patch) => Patch, expected: object]> = [
    [
      "set",
      (p) => p.set({ n: 6, "deep.b": 2, 'blocks[_key=="y"].v': 9 }),
      {
        n: 6,
        deep: { a: 1, b: 2 },
        blocks: [
          { _key: "x", v: 1 },
          { _key: "y", v: 9 },
        ],
      },
    ],
    [
      "set with parents that are missing",
      (p) => p.set({ "one.two.three": 3 }),
      { one: { two: { three: 3 } } },
    ],
    ["setIfMissing", (p) => p.setIfMissing({ n: 0, m: 7 }), { n: 5, m: 7 }],
    ["unset of an attribute", (p) => p.unset(["deep.a", "n"]), { deep: {}, n: undefined }],
    [
      "unset of items",
      (p) => p.unset(["tags[0]", 'blocks[_key=="x"]']),
      { tags: ["b", "c"], blocks: [{ _key: "y", v: 2 }] },
    ],
    ["unset of a range", (p) => p.unset(["tags[1:3]"]), { tags: ["a"] }],
    ["inc", (p) => p.inc({ n: 2, "deep.a": 0.5 }), { n: 7, deep: { a: 1.5 } }],
    ["dec", (p) => p.dec({ n: 2 }), { n: 3 }],
    ["inc of nothing", (p) => p.inc({ nothing: 1 }), { nothing: undefined }],
    ["insert before", (p) => p.insert("before", "tags[0]", ["z"]), { tags: ["z", "a", "b", "c"] }],
    [
      "insert after",
      (p) => p.insert("after", 'blocks[_key=="x"]', [{ _key: "n" }]),
      { blocks: [{ _key: "x", v: 1 }, { _key: "n" }, { _key: "y", v: 2 }] },
    ],
    ["insert replace", (p) => p.insert("replace", "tags[1:]", ["q"]), { tags: ["a", "q"] }],
    ["append", (p) => p.append("tags", ["d"]), { tags: ["a", "b", "c", "d"] }],
    ["prepend", (p) => p.prepend("tags", ["0"]), { tags: ["0", "a", "b", "c"] }],
    ["splice", (p) => p.splice("tags", 1, 1, ["x", "y"]), { tags: ["a", "x", "y", "c"] }],
    [
      "diffMatchPatch",
      (p) => p.diffMatchPatch({ text: "@@ -1,13 +1,14 @@\n the \n-quick\n+clever\n  fox\n" }),
      { text: "the clever fox" },
    ],
    [
      "set of all matching items",
      (p) => p.set({ "blocks[v > 1].v": 0 }),
      {
        blocks: [
          { _key: "x", v: 1 },
          { _key: "y", v: 0 },
        ],
      },
    ],
  ];

  test.each(cases)("%s", async (_, change, expected) => {
    const result = await change(started.writer.patch("p")).commit();
    const stored = await started.writer.getDocument("p");
    expect(stored).toEqual(result);
    for (const [name, value] of Object.entries(expected)) expect(stored?.[name]).toEqual(value);
  });

  test("operations run in the engine's order, whatever theirs", async () => {
    const operations = { inc: { m: 1 }, set: { m: 10 }, setIfMissing: { k: "k" } };
    const result = await new Patch("p", operations, started.writer).commit();
    expect(result).toMatchObject({ m: 11, k: "k" });
  });

  test("of several ids", async () => {
    await started.writer.createOrReplace({ _id: "q", _type: "note" });
    await started.writer.patch(["p", "q"]).set({ seen: true }).commit();
    expect(await started.writer.fetch(`*[_id in ["p", "q"]].seen`)).toEqual([true, true]);
  });

  test("of what a query selects", async () => {
    await started.writer
      .patch({ query: `*[_type == "note" && n == $n]`, params: { n: 5 } })
      .inc({ n: 1 })
      .commit();
    expect(await started.writer.fetch(`*[_id == "p"][0].n`)).toBe(6);
  });

  test("of what is missing is a conflict", async () => {
    await expect(started.writer.patch("nobody").set({ a: 1 }).commit()).rejects.toMatchObject({
      statusCode: 409,
      details: { items: [{ error: { type: "documentNotFoundError", id: "nobody" } }] },
    });
  });

  test("ifRevisionID lets the right revision pass and no other", async () => {
    const { _rev } = (await started.writer.getDocument("p")) ?? {};
    const next = await started.writer.patch("p").ifRevisionId(String(_rev)).set({ n: 1 }).commit();
    expect(next["n"]).toBe(1);
    await expect(
      started.writer.patch("p").ifRevisionId(String(_rev)).set({ n: 2 }).commit(),
    ).rejects.toMatchObject({
      statusCode: 409,
      details: {
        items: [{ error: { type: "documentRevisionIDDoesNotMatchError", currentRevisionID: next._rev } }],
      },
    });
    expect(await started.writer.fetch(`*[_id == "p"][0].n`)).toBe(1);
  });

  test.each(["_id", "_type", "_createdAt"])("cannot change %s", async (name) => {
    await expect(
      started.writer
        .patch("p")
        .set({ [name]: "other" })
        .commit(),
    ).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`immutable attribute "${name}"`),
    });
  });

  test("of an asset ignores the times and revision that an importer sets", async () => {
    const asset = await started.writer.assets.upload("file", Buffer.from("text"));
    const meta = { _createdAt: "2020-01-01T00:00:00Z", _updatedAt: "2020-01-01T00:00:00Z", _rev: "x" };
    const patched = await started.writer
      .patch(asset._id)
      .set({ ...meta, title: "T" })
      .commit();
    const { _createdAt, title } = patched;
    expect({ _createdAt, title }).toEqual({ _createdAt: asset._createdAt, title: "T" });
    expect(patched._rev).not.toBe("x");
  });

  test("gives array items keys when asked", async () => {
    await started.writer
      .patch("p")
      .set({ list: [{ inner: [{ a: 1 }] }, "text", { _key: "mine" }], "blocks[0]": { v: 3 } })
      .append("blocks", [{ v: 4 }])
      .commit({ autoGenerateArrayKeys: true });
    const stored = await started.writer.getDocument("p");
    const key = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(stored?.["list"]).toEqual([{ _key: key, inner: [{ _key: key, a: 1 }] }, "text", { _key: "mine" }]);
    expect(stored?.["blocks"]).toEqual([
      { _key: key, v: 3 },
      { _key: "y", v: 2 },
      { _key: key, v: 4 },
    ]);
  });
});
