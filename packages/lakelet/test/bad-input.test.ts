import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake({ maxDocumentBytes: 1024 * 1024 }));
let before: unknown;

beforeAll(async () => {
  await started.writer.create({ _id: "base", _type: "note", text: "x", list: [1, 2, 3] });
});

const everything = (): Promise<unknown> => started.writer.fetch("*");

beforeEach(async () => {
  before = await everything();
});

afterEach(async () => {
  expect(await everything(), "nothing may be written").toEqual(before);
});

const post = (path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(`${started.url}/v2025-02-19${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${started.lake.tokens.write}`,
      "content-type": "application/json",
    },
    body,
  });

const mutate = (body: unknown): Promise<Response> =>
  post("/data/mutate/production", typeof body === "string" ? body : JSON.stringify(body));

/** Returns the status, and expects the body to be a JSON error without internals. */
async function refusal(response: Response): Promise<number> {
  const text = await response.text();
  const body = JSON.parse(text) as { message?: string; error: string | { description: string } };
  const message = body.message ?? (typeof body.error === "object" ? body.error.description : "");
  expect(message).not.toBe("");
  expect(text).not.toMatch(/node_modules|\.ts:\d|at .*\(/);
  return response.status;
}

describe("a mutation request", () => {
  const note = { _id: "n", _type: "note" };
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  const patch = (operations: object): object => ({ mutations: [{ patch: { id: "base", ...operations } }] });

  const bodies: Array<[name: string, body: unknown]> = [
    ["no JSON", "{mutations"],
    ["empty", ""],
    ["null", null],
    ["a list", [{ create: note }]],
    ["no mutations", {}],
    ["mutations that are no list", { mutations: { create: note } }],
    ["a mutation that is null", { mutations: [null] }],
    ["a mutation that is empty", { mutations: [{}] }],
    ["two operations in one", { mutations: [{ create: note, delete: { id: "base" } }] }],
    ["an unknown operation", { mutations: [{ upsert: note }] }],
    ["good before bad", { mutations: [{ create: note }, { create: { _id: "m" } }] }],
    ["a document that is a list", { mutations: [{ create: [] }] }],
    ["no type", { mutations: [{ create: { _id: "n" } }] }],
    ["an empty type", { mutations: [{ create: { _id: "n", _type: "" } }] }],
    ["a type that is a number", { mutations: [{ create: { _id: "n", _type: 1 } }] }],
    ["an id that is a number", { mutations: [{ create: { _id: 1, _type: "note" } }] }],
    ["no id to replace", { mutations: [{ createOrReplace: { _type: "note" } }] }],
    ["an id with a slash", { mutations: [{ create: { _id: "a/b", _type: "note" } }] }],
    ["an id with a space", { mutations: [{ create: { _id: "a b", _type: "note" } }] }],
    ["an id that begins with a dash", { mutations: [{ create: { _id: "-a", _type: "note" } }] }],
    ["an id of which a part begins with a dash", { mutations: [{ create: { _id: "a.-b", _type: "note" } }] }],
    ["an id that ends with a dot's part", { mutations: [{ create: { _id: "a.b..", _type: "note" } }] }],
    ["an id with two dots", { mutations: [{ create: { _id: "a..b", _type: "note" } }] }],
    ["an id that is too long", { mutations: [{ create: { _id: "a".repeat(129), _type: "note" } }] }],
    ["a time that is none", { mutations: [{ create: { ...note, _createdAt: "yesterday" } }] }],
    ["a number too large for JSON", '{"mutations":[{"create":{"_id":"n","_type":"note","n":1e400}}]}'],
    ["an inc beyond all numbers", patch({ set: { list: [1e308] }, inc: { "list[0]": 1e308 } })],
    ["an attribute __proto__", '{"mutations":[{"create":{"_id":"n","_type":"note","__proto__":{"a":1}}}]}'],
    ["an attribute hasOwnProperty", { mutations: [{ create: { ...note, hasOwnProperty: 1 } }] }],
    [
      "a document nested too deeply",
      `{"mutations":[{"create":{"_id":"n","_type":"note","a":${nested(100)}}}]}`,
    ],
    [
      "a document nested absurdly",
      `{"mutations":[{"create":{"_id":"n","_type":"note","a":${nested(500_000)}}}]}`,
    ],
    ["a patch without a document", { mutations: [{ patch: { set: { a: 1 } } }] }],
    ["a patch of a number", { mutations: [{ patch: { id: 1, set: { a: 1 } } }] }],
    ["an unknown patch operation", patch({ merge: { a: 1 } })],
    ["set that is a list", patch({ set: ["a"] })],
    ["set of an empty path", patch({ set: { "": 1 } })],
    ["set of a broken path", patch({ set: { "a[": 1 } })],
    ["set of two paths in one", patch({ set: { "a b": 1 } })],
    ["set of a path with a tail", patch({ set: { "a]": 1 } })],
    ["set of a path without end", patch({ set: { ["a".repeat(2000)]: 1 } })],
    ["set of a prototype", patch({ set: { "__proto__.a": 1 } })],
    ["set far beyond the list", patch({ set: { "list[99999999]": 1 } })],
    ["unset of a huge range", patch({ unset: ["list[0:2000000000]"] })],
    ["unset that is text", patch({ unset: "text" })],
    ["inc by text", patch({ inc: { n: "1" } })],
    ["insert without items", patch({ insert: { before: "list[0]" } })],
    ["insert at two places", patch({ insert: { before: "list[0]", after: "list[1]", items: [] } })],
    ["insert nowhere", patch({ insert: { items: [] } })],
    ["a diffMatchPatch that is none", patch({ diffMatchPatch: { text: "@@ nonsense" } })],
    ["a diffMatchPatch of a number", patch({ diffMatchPatch: { text: 1 } })],
    ["a revision that is a number", patch({ ifRevisionID: 1, set: { a: 1 } })],
    ["a patch by a query that is not GROQ", { mutations: [{ patch: { query: "*[", set: { a: 1 } } }] }],
    ["a deletion that erases the history", { mutations: [{ delete: { id: "base", purge: true } }] }],
    ["a deletion of nothing", { mutations: [{ delete: {} }] }],
    ["a transaction id with spaces", { mutations: [{ create: note }], transactionId: "a b" }],
    ["a transaction id that is a number", { mutations: [{ create: note }], transactionId: 7 }],
    ["too many mutations", { mutations: Array.from({ length: 10_001 }, () => ({ delete: { id: "base" } })) }],
  ];

  test.each(bodies)("with %s is refused", async (_, body) => {
    expect(await refusal(await mutate(body))).toBe(400);
  });

  test("with a wrong revision is a conflict", async () => {
    expect(await refusal(await mutate(patch({ ifRevisionID: "wrong", set: { a: 1 } })))).toBe(409);
  });

  test("with a document above the limit is too large", async () => {
    const body = { mutations: [{ create: { ...note, text: "x".repeat(2_000_000) } }] };
    expect(await refusal(await mutate(body))).toBe(413);
  });

  test("is taken with a large document unless the options say less", async () => {
    const usual = await startLake();
    await usual.writer.create({ ...note, _id: "large", text: "x".repeat(2_000_000) });
    expect(await usual.writer.fetch("length(*[_id == 'large'][0].text)")).toBe(2_000_000);
    await usual.stop();
  });

  test("that makes a document too large by a patch is too large", async () => {
    expect(await refusal(await mutate(patch({ set: { text: "x".repeat(1_100_000) } })))).toBe(413);
  });

  test("of more than 4 MB is too large, declared or not", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ mutations: [], padding: "x".repeat(5_000_000) }));
    expect(await refusal(await post("/data/mutate/production", bytes))).toBe(413);
    const response = await fetch(`${started.url}/v1/data/mutate/production`, {
      method: "POST",
      headers: { authorization: `Bearer ${started.lake.tokens.write}` },
      body: new Blob([bytes]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(await refusal(response)).toBe(413);
  });

  test("that is not UTF-8 is refused", async () => {
    expect(await refusal(await post("/data/mutate/production", Uint8Array.from([0x22, 0xff, 0x22])))).toBe(
      400,
    );
  });
});

/** At its deadline, or with its process, which a busy machine gave too little meanwhile. */
const STOPPED = [408, 503];

describe("a query request", () => {
  const get = (search: string): Promise<Response> =>
    fetch(`${started.url}/v2025-02-19/data/query/production?${search}`, {
      headers: { authorization: `Bearer ${started.lake.tokens.read}` },
    });

  test.each([
    ["no query", ""],
    ["a query that is not GROQ", "query=*[[["],
    ["a parameter that is no JSON", "query=$a&$a=nope"],
    ["a perspective that cannot be", "query=1&perspective=a/b"],
    ["raw in a list", "query=1&perspective=raw,drafts"],
  ])("with %s is refused", async (_, search) => {
    expect(await refusal(await get(search))).toBe(400);
  });

  test.each([
    ["no JSON", "nope"],
    ["a list", "[]"],
    ["no query", "{}"],
    ["a query that is a number", '{"query":1}'],
    ["parameters that are a list", '{"query":"1","params":[]}'],
    [
      "a parameter nested too deeply",
      `{"query":"$p","params":{"p":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
    ],
    ["brackets nested absurdly", JSON.stringify({ query: `${"(".repeat(50_000)}1${")".repeat(50_000)}` })],
    ["objects nested absurdly", JSON.stringify({ query: `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}` })],
    ["too long a query", JSON.stringify({ query: `"${"x".repeat(300_000)}"` })],
  ])("by POST with %s is refused", async (_, body) => {
    expect(await refusal(await post("/data/query/production", body))).toBe(400);
  });

  test("by POST with an attribute chain that takes minutes to read is stopped", async () => {
    const body = JSON.stringify({ query: `*[0].a${".a".repeat(100_000)}` });
    expect(STOPPED).toContain(await refusal(await post("/data/query/production", body)));
  });

  test("with a hostile path is not found", async () => {
    const paths = [
      "/v1/data/doc/production/%E0%A4%A",
      "/v1/data/query/..%2f..%2fetc",
      "/v1//data/query/production",
    ];
    const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
    for (const path of paths) expect(await refusal(await fetch(started.url + path, { headers }))).toBe(404);
  });

  test("for very many documents is refused", async () => {
    const ids = Array.from({ length: 1001 }, (_, n) => `d${n}`).join(",");
    const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
    expect(await refusal(await fetch(`${started.url}/v1/data/doc/production/${ids}`, { headers }))).toBe(400);
  });
});
