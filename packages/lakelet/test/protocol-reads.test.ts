import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { clientOn, startLake } from "./start-lake.ts";

const started = opened(() => startLake({ publicRead: true }));

beforeAll(async () => {
  await started.writer
    .transaction()
    .create({ _id: "author-ada", _type: "author", name: "Ada" })
    .create({
      _id: "post-1",
      _type: "post",
      title: "One",
      slug: { current: "one" },
      author: { _type: "reference", _ref: "author-ada" },
    })
    .create({ _id: "drafts.post-1", _type: "post", title: "One, draft", slug: { current: "one" } })
    .create({ _id: "drafts.post-2", _type: "post", title: "Two, draft", slug: { current: "two" } })
    .create({ _id: "versions.spring.post-1", _type: "post", title: "One, spring" })
    .create({ _id: "contract.1", _type: "contract", secret: "s3cret" })
    .create({
      _id: "post-3",
      _type: "post",
      title: "Three",
      hidden: { _type: "reference", _ref: "contract.1" },
    })
    .commit();
});

/** Sends a query as the client would not, and returns the result. */
async function rawResult(version: string, query: string, more = ""): Promise<unknown> {
  const url = `${started.url}/${version}/data/query/production?query=${encodeURIComponent(query)}${more}`;
  const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
  return ((await (await fetch(url, { headers })).json()) as { result: unknown }).result;
}

describe("query", () => {
  test("takes parameters of every JSON type", async () => {
    const params = { s: "x", n: 1.5, b: true, nil: null, list: ["a", 1], object: { deep: { a: [1] } } };
    const query = `{"s": $s, "n": $n, "b": $b, "nil": $nil, "list": $list, "object": $object}`;
    expect(await started.writer.fetch(query, params)).toEqual(params);
  });

  test("goes by POST when it is long", async () => {
    const padding = "a".repeat(12_000);
    const title = await started.writer.fetch(`*[_id == $id && $padding != ""][0].title`, {
      id: "post-1",
      padding,
    });
    expect(title).toBe("One");
  });

  test("has its results in the order of their ids, as are equals in an order, with an index or not", async () => {
    for (const [id, n] of [...Object.entries({ d: 1, a: 2, c: 1, b: 2 }), ["e", 1] as const])
      await started.writer.create({ _id: `tie-${id}`, _type: "tie", n, other: String(n) });
    const ids = async (query: string) =>
      (await started.writer.fetch<string[]>(query)).map((id) => id.slice(4));
    const ties = `*[_type == "tie"]`;
    expect(await ids(`${ties}._id`)).toEqual(["a", "b", "c", "d", "e"]);
    for (const by of ["n", "other", "n + 0"]) {
      expect(await ids(`${ties} | order(${by})._id`)).toEqual(["c", "d", "e", "a", "b"]);
      expect(await ids(`${ties} | order(${by} desc)._id`)).toEqual(["a", "b", "c", "d", "e"]);
      expect(await ids(`${ties} | order(${by})[1...4]._id`)).toEqual(["d", "e", "a"]);
      expect(await ids(`${ties} | order(${by} desc)[1..2]._id`)).toEqual(["b", "c"]);
    }
    await started.writer.delete({ query: ties });
  });

  test("gives null for nothing", async () => {
    expect(await started.writer.fetch(`*[_id == "nobody"][0]`)).toBeNull();
  });

  test("tells the query, the time and tags unless told not to", async () => {
    const full = await started.writer.fetch("count(*)", {}, { filterResponse: false });
    expect(full).toMatchObject({ query: "count(*)", result: 7, syncTags: ["s1:all"] });
    expect(full.ms).toBeGreaterThanOrEqual(0);
    const brief = await started.writer.fetch("count(*)", {}, { filterResponse: false, returnQuery: false });
    expect(brief).not.toHaveProperty("query");
  });

  test("follows references", async () => {
    expect(await started.writer.fetch(`*[_id == "post-1"][0].author->name`)).toBe("Ada");
  });

  test("knows who refers to a document", async () => {
    expect(await started.writer.fetch(`*[references("author-ada")]._id`)).toEqual(["post-1"]);
  });

  test("has _system for the queries that ask for it", async () => {
    const query = `*[_type == "post" && _system.group._ref == "post-1"]._id`;
    expect(await started.writer.fetch(query)).toEqual(["drafts.post-1", "post-1", "versions.spring.post-1"]);
  });
});

describe("perspectives", () => {
  const titles = `*[_type == "post"] | order(_id) {_id, title}`;

  test("raw is everything", async () => {
    const ids = await started.writer.fetch(`*[_type == "post"]._id | order(@)`);
    expect(ids).toEqual(["drafts.post-1", "drafts.post-2", "post-1", "post-3", "versions.spring.post-1"]);
  });

  test("published leaves drafts and versions out", async () => {
    const found = await started.writer.fetch(titles, {}, { perspective: "published" });
    expect(found).toEqual([
      { _id: "post-1", title: "One" },
      { _id: "post-3", title: "Three" },
    ]);
  });

  test("drafts shows what would be published, under published ids", async () => {
    const found = await started.writer.fetch(titles, {}, { perspective: "drafts" });
    expect(found).toEqual([
      { _id: "post-1", title: "One, draft" },
      { _id: "post-2", title: "Two, draft" },
      { _id: "post-3", title: "Three" },
    ]);
    const original = await started.writer.fetch(
      `*[_id == "post-1"][0]._originalId`,
      {},
      { perspective: "drafts" },
    );
    expect(original).toBe("drafts.post-1");
  });

  test("in a list the first layer that has the document wins", async () => {
    const title = (perspective: string[]): Promise<unknown> =>
      started.writer.fetch(`*[_id == "post-1"][0].title`, {}, { perspective });
    expect(await title(["spring", "drafts"])).toBe("One, spring");
    expect(await title(["drafts", "spring"])).toBe("One, draft");
    expect(await title(["autumn", "published"])).toBe("One");
  });

  test("the default follows the API version", async () => {
    expect(await rawResult("v1", `count(*[_type == "post"])`)).toBe(5);
    expect(await rawResult("v2024-07-01", `count(*[_type == "post"])`)).toBe(5);
    expect(await rawResult("v2025-02-19", `count(*[_type == "post"])`)).toBe(2);
    expect(await rawResult("vX", `count(*[_type == "post"])`)).toBe(2);
  });

  test("previewDrafts is the old name of drafts", async () => {
    const query = `*[_id == "post-1"][0].title`;
    expect(await rawResult("v1", query, "&perspective=previewDrafts")).toBe("One, draft");
  });
});

describe("documents by id", () => {
  test("are raw, whatever the perspective", async () => {
    const drafts = started.writer.withConfig({ perspective: "published" });
    expect(await drafts.getDocument("drafts.post-2")).toMatchObject({ title: "Two, draft" });
  });

  test("are undefined when missing", async () => {
    expect(await started.writer.getDocument("nobody")).toBeUndefined();
  });

  test("come in the order asked for, with null for the missing", async () => {
    const found = await started.writer.getDocuments(["post-3", "nobody", "post-1"]);
    expect(found.map((document) => document?._id ?? null)).toEqual(["post-3", null, "post-1"]);
  });

  test("can be asked for existence alone", async () => {
    expect(await started.writer.documentsExists(["post-1", "nobody"])).toEqual(new Set(["post-1"]));
  });

  test("come with all their versions on request", async () => {
    const all = await started.writer.getDocument("post-1", { includeAllVersions: true });
    expect(all.map(({ _id }) => _id).toSorted()).toEqual([
      "drafts.post-1",
      "post-1",
      "versions.spring.post-1",
    ]);
  });
});

describe("without a token", () => {
  test("only published documents without a dot are seen, whatever is asked for", async () => {
    for (const perspective of ["raw", "published", "drafts", ["spring", "drafts"]] as const) {
      const ids = await started.anonymous.fetch(
        `*[]._id | order(@)`,
        {},
        {
          perspective: perspective as "raw",
        },
      );
      expect(ids).toEqual(["author-ada", "post-1", "post-3"]);
    }
  });

  test("references do not lead to private documents", async () => {
    expect(await started.reader.fetch(`*[_id == "post-3"][0].hidden->secret`)).toBe("s3cret");
    expect(await started.anonymous.fetch(`*[_id == "post-3"][0].hidden->secret`)).toBeNull();
  });

  test("private documents cannot be had by id", async () => {
    expect(await started.anonymous.getDocument("contract.1")).toBeUndefined();
    expect(await started.anonymous.getDocument("drafts.post-1")).toBeUndefined();
    expect(await started.anonymous.getDocument("post-1")).toMatchObject({ title: "One" });
    const all = await started.anonymous.getDocument("post-1", { includeAllVersions: true });
    expect(all.map(({ _id }) => _id)).toEqual(["post-1"]);
  });

  test("whether a private document exists cannot be told", async () => {
    const reasons = async (ids: string): Promise<unknown> => {
      const response = await fetch(`${started.url}/v2025-02-19/data/doc/production/${ids}`);
      return ((await response.json()) as { omitted: unknown }).omitted;
    };
    expect(await reasons("contract.1,contract.2")).toEqual([
      { id: "contract.1", reason: "permission" },
      { id: "contract.2", reason: "permission" },
    ]);
  });
});

describe("the rest of reading", () => {
  test("a token belongs to a robot", async () => {
    expect(await started.reader.users.getById("me")).toMatchObject({ id: "robot-read", role: "viewer" });
    expect(await started.writer.users.getById("me")).toMatchObject({
      id: "robot-write",
      role: "administrator",
    });
    expect(await started.reader.users.getById("robot-write" as "me")).toMatchObject({
      displayName: "Write token",
    });
  });

  test("a user that nobody knows is a 404", async () => {
    await expect(started.reader.users.getById("nobody" as "me")).rejects.toMatchObject({ statusCode: 404 });
    const several = await started.reader.request<unknown[]>({ url: "/users/robot-read,nobody" });
    expect(several).toEqual([expect.objectContaining({ id: "robot-read" }), null]);
  });

  test("projects, datasets and aliases are lists", async () => {
    const list = (url: string) => started.reader.request<unknown>({ url });
    expect(await list("/projects")).toMatchObject([{ id: "local" }]);
    expect(await list("/projects/local")).toMatchObject({ id: "local" });
    for (const url of ["/datasets", "/projects/local/datasets"])
      expect(await list(url)).toEqual([{ name: "production", aclMode: "public" }]);
    expect(await list("/aliases")).toEqual([]);
    expect(await started.reader.projects.list()).toMatchObject([{ id: "local" }]);
    expect(await started.reader.projects.getById("local")).toMatchObject({ id: "local", members: [] });
    expect(await started.reader.datasets.list()).toMatchObject([{ name: "production" }]);
  });

  test("the datasets and origins of a library are those of its options", async () => {
    const { datasets } = started.writer;
    const refusal = { statusCode: 400, message: expect.stringContaining("of its configuration") };
    await expect(datasets.create("staging")).rejects.toMatchObject(refusal);
    await expect(datasets.delete("staging")).rejects.toMatchObject(refusal);
    const cors = {
      url: "/projects/local/cors",
      body: { origin: "http://a.example", allowCredentials: true },
    };
    await expect(started.writer.request({ ...cors, method: "POST" })).rejects.toMatchObject(refusal);
    const noAlias = { statusCode: 400, message: expect.stringContaining("no aliases") };
    const alias = { url: "/aliases/staging", method: "PUT", body: {} };
    await expect(started.writer.request(alias)).rejects.toMatchObject(noAlias);
  });

  test.each(["variant", "explain"])("the parameter %s is refused, not ignored", async (name) => {
    const url = `/data/query/production?query=*&${name}=a`;
    await expect(started.reader.request({ url })).rejects.toMatchObject({ statusCode: 400 });
  });

  test("an export holds every document, one a line", async () => {
    const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
    const at = `${started.url}/v2025-02-19/data/export/production`;
    const ids = async (url: string): Promise<string[]> => {
      const text = await (await fetch(url, { headers })).text();
      const lines = text.trimEnd().split("\n");
      return lines.map((line) => (JSON.parse(line) as { _id: string })._id);
    };
    expect(await ids(at)).toHaveLength(7);
    expect(await ids(`${at}?types=author,contract`)).toEqual(["author-ada", "contract.1"]);
    expect((await fetch(at)).status).toBe(401);
  });

  test("ping answers everyone", async () => {
    expect((await fetch(`${started.url}/v1/ping`)).status).toBe(200);
  });

  test("another project or dataset is not found", async () => {
    const client = clientOn(started.url, { token: started.lake.tokens.read, dataset: "staging" });
    await expect(client.fetch("*")).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Dataset "staging" not found'),
    });
    const other = clientOn(started.url, { projectId: "abc123" });
    await expect(other.fetch("*")).rejects.toMatchObject({ statusCode: 404 });
  });

  test("the client never asked for anything the lake does not know", () => {
    expect(started.lake.ledger).toEqual([]);
  });
});
