import { evaluateSync, parse, toJS } from "groq-js";
import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/** Documents with everything that can go wrong in queries: drafts, references, nulls, nested arrays, equal sort keys. */
const WORLD = [
  { _id: "ada", _type: "author", name: "Ada", born: 1815 },
  { _id: "bob", _type: "author", name: "bob", born: null },
  {
    _id: "p1",
    _type: "post",
    title: "Sea",
    slug: { current: "sea" },
    author: ref("ada"),
    tags: ["a", "b"],
    n: 3,
  },
  { _id: "p2", _type: "post", title: "Land", slug: { current: "land" }, author: ref("bob"), tags: [], n: 1 },
  {
    _id: "p3",
    _type: "post",
    title: "air",
    slug: { current: "air" },
    author: ref("gone", true),
    n: 3,
    at: "2026-11-21T10:00:00Z",
  },
  {
    _id: "drafts.p1",
    _type: "post",
    title: "Sea, again",
    slug: { current: "sea" },
    author: ref("ada"),
    n: 4,
  },
  {
    _id: "contract.1",
    _type: "contract",
    price: 199.5,
    lines: [
      { _key: "x", sum: 2 },
      { _key: "y", sum: 5 },
    ],
  },
  {
    _id: "page",
    _type: "page",
    body: [block("Hello"), block("world of ships")],
    links: [ref("p1"), ref("p2")],
  },
] as const;

function ref(_ref: string, _weak = false): object {
  return { _type: "reference", _ref, ...(_weak ? { _weak } : {}) };
}

function block(text: string): object {
  return { _type: "block", _key: text.slice(0, 2), children: [{ _type: "span", _key: "s", text }] };
}

const PARAMS = { type: "post", slug: "sea", ids: ["p1", "p3", "nobody"], limit: 2, none: null };

/** By chapter of the GROQ specification (https://spec.groq.dev). */
const QUERIES: Record<string, string[]> = {
  literals: [
    `[1, 2.5, -3e2, "a\\u0041", 'b', true, null]`,
    `{"a": 1, "b": {"c": [..."x"]}}`,
    `{...*[_id == "ada"][0], "x": 1}{name, x}`,
    "// a comment\n1",
  ],
  operators: [
    "1 + 2 * 3 ** 2 % 5",
    `"a" + "b"`,
    "[1] + [2]",
    "{'a': 1} + {'b': 2}",
    "-(3 - 5)",
    "!true || null",
    "1 < 2 && 'a' < 'b'",
    "null == null",
    "1 == '1'",
    "3 in 1..3",
    "2 in [1, 2]",
    "'sea' match 's*'",
    "[1, null, 2] == [1, null, 2]",
  ],
  filters: [
    `*[_type == $type]._id`,
    `*[_type == $type && slug.current == $slug]._id`,
    `*[slug.current in ["sea", "air"]]._id`,
    `*[_id in $ids]._id`,
    `*[defined(at)]._id`,
    `*[!defined(tags)]._id`,
    `*[n > 1 && n <= 3]._id`,
    `*[author->name == "Ada"]._id`,
    `*["a" in tags]._id`,
    `*[_id in path("drafts.**")]._id`,
    `*[_id in path("*")]._id`,
    `*[_type == "post" || _type == "author"]._id`,
    `*[_type != "post"]._id`,
    `*[$none == null][0..1]._id`,
    `*[title match "sea*"]._id`,
    `*[references("ada")]._id`,
    `*[references(*[_type == "author"]._id)]._id`,
    `*[count(tags) > 1]._id`,
    `*[_type == "nobody"]`,
  ],
  slices: [
    `*[_type == $type] | order(n desc, title)[0]._id`,
    `*[_type == $type] | order(_id)[0...$limit]._id`,
    `*[_type == $type] | order(_id)[1..2]._id`,
    `*[_type == $type] | order(_id)[-1]._id`,
    `*[_id == "contract.1"].lines[_key == "y"].sum`,
    `*[_id == "contract.1"][0].lines[sum > 2][0]._key`,
    `*[_type == $type][99]`,
  ],
  projections: [
    `*[_type == $type]{_id, "who": author->name}`,
    `*[_id == "page"][0].links[]->{_id, "by": author->name}`,
    `*[_id == "page"]{"n": count(links), "first": links[0]->title}[0]`,
    `*[_type == $type]{_id, n > 2 => {"much": true}, ...select(n < 2 => {"few": true})}`,
    `*[_type == "author"]{_id, "posts": *[_type == "post" && author._ref == ^._id]._id}`,
    `*[_type == "author"]{_id, "count": count(*[references(^._id)])}`,
    `*[_id == "p1"]{..., "tags": tags[]{"v": @}}[0].tags`,
    `*[_id == "ada"][0]{"a": @.name, "up": {"b": ^.born}}`,
    `*[_type == "post"].author->name`,
    `*[_type == "post"].tags[]`,
  ],
  orders: [
    `*[_type == $type] | order(n, title desc)._id`,
    `*[_type == "author"] | order(lower(name))._id`,
    `*[_type in ["author", "post"]] | order(born desc, _id)._id`,
    `*[_type == $type] | score(title match "sea", boost(n > 3, 2)) | order(_score desc, _id)._id`,
  ],
  functions: [
    `coalesce(null, $none, 2)`,
    `count(*[_type == $type])`,
    `length("abc") + length([1])`,
    `lower("ÄB") + upper("c")`,
    `round(2.567, 1)`,
    `string(1.5) + string(true)`,
    `select(false => 1, true => 2, 3)`,
    `defined($none)`,
    `array::unique([1, 1, "a"])`,
    `array::compact([1, null])`,
    `array::join(["a", "b"], "-")`,
    `array::intersects([1, 2], [2])`,
    `string::split("a,b", ",")`,
    `string::startsWith("abc", "ab")`,
    `math::sum(*[_type == $type].n)`,
    `math::avg([1, 2])`,
    `math::min([3, 1])`,
    `math::max([])`,
    `pt::text(*[_id == "page"][0].body)`,
    `dateTime(*[_id == "p3"][0].at) > dateTime("2026-01-01T00:00:00Z")`,
    `string(dateTime("2026-11-21T10:00:00Z") + 3600)`,
    `dateTime("no date")`,
    `sanity::versionOf("p1")`,
    `*[sanity::versionOf("p1")]._id`,
    `global::count([1])`,
    `*[_id == "p1"]{"s": string::lower(title)}`,
  ],
  "bad arguments": [
    "1 / 0",
    "'a' - 1",
    "null.x",
    "*[0].x.y[2]",
    "count(3)",
    "lower(1)",
    "[1][9]",
    "*[_id == 1]",
  ],
};

const started = opened(() => startLake());
let stored: unknown[];
beforeAll(async () => {
  await started.writer.mutate(WORLD.map((document) => ({ create: document as never })));
  stored = await started.writer.fetch("*");
});

/** Returns the result of groq-js itself over all documents, as JSON. */
const expected = (query: string): unknown => {
  const tree = parse(query, { params: PARAMS });
  const sanity = { projectId: "local", dataset: "production" };
  const answer: unknown = toJS(evaluateSync(tree, { dataset: stored, params: PARAMS, sanity }));
  return answer === undefined ? null : (JSON.parse(JSON.stringify(answer)) as unknown);
};

describe.each(Object.entries(QUERIES))("%s", (_chapter, queries) => {
  test.each(queries)("%s", async (query) => {
    expect(await started.writer.fetch(query, PARAMS)).toEqual(expected(query));
  });

  test.each(queries)("%s with its sources", async (query) => {
    const mapped = { filterResponse: false, resultSourceMap: true } as const;
    const refused = /\| score\(|after a projection/u.test(query);
    const asked = started.writer.fetch(query, PARAMS, mapped);
    if (refused) await expect(asked).rejects.toMatchObject({ statusCode: 400 });
    else expect((await asked).result).toEqual(expected(query));
  });
});

/** What groq-js 2.0.0 gets wrong, by the specification. */
test.each<[query: string, result: unknown]>([
  ["array::unique([1, null, 'a', null, 1, true, true])", [1, null, "a", true]],
  ["array::unique(*[_type == 'post'].missing)", [null]],
  ["array::unique([{'a': 1}, {'a': 1}, [2], [2]])", [{ a: 1 }, { a: 1 }, [2], [2]]],
  ["array::unique(1)", null],
  ["array::unique([2, null, 1, null]) | order(@)", [1, 2, null]],
  [`path("a.b") in path("a.*")`, true],
  [`path("a.b.c") in path("a.*")`, false],
  [`path("a.b.c") in path("a.**")`, true],
  [`path("a") in path("a.**")`, false],
  [`path("a") == path("a")`, true],
  [`path("a") != path("b")`, true],
  [`path("a") == path("b")`, false],
  [`*[path(_id) in path("contract.*")]._id`, ["contract.1"]],
  [`*[_id in path("5-**")]`, []],
  [`*[0..1] | order(_id) | score(n > 1){_id, _score}[0]._score`, 0],
])("%s as hosted Sanity does", async (query, result) => {
  expect(await started.writer.fetch(query)).toEqual(result);
});

test("releases::all() lists releases and other documents of their type", async () => {
  const releases = await started.writer.releases.create({
    releaseId: "winter",
    metadata: { releaseType: "asap" },
  });
  await started.writer.create({ _id: "summer", _type: "system.release", title: "Summer" });
  expect(await started.writer.fetch("releases::all()[]._id")).toEqual(["_.releases.winter", "summer"]);
  expect(await started.writer.fetch("releases::all()[title == 'Summer']._id")).toEqual(["summer"]);
  expect(releases.releaseId).toBe("winter");
});

test.each([
  ["releases::all(){name}", [{ name: "winter" }, { name: null }]],
  [
    "releases::all(){name, 'up': ^.name}",
    [
      { name: "winter", up: null },
      { name: null, up: null },
    ],
  ],
  ["(releases::all()){name}.name", ["winter", null]],
  ["releases::all().metadata.releaseType", ["asap", null]],
  ["releases::all() | order(name) {name}", [{ name: "winter" }, { name: null }]],
  ["releases::all()[0]{name}", { name: "winter" }],
  ["array::compact([{'a': 1}, null]){a}", [{ a: 1 }]],
  ["array::unique([{'a': {'b': 1}}]).a.b", [1]],
  ["array::compact([{'_ref': 'ada'}])->name", ["Ada"]],
  ["{'a': array::compact([{'a': 1}]){a}}", { a: [{ a: 1 }] }],
  ["string::split('a b', ' '){a}", [null, null]],
])("%s reads every item of the list", async (query, result) => {
  expect(await started.writer.fetch(query)).toEqual(result);
});

test.each([
  "*{n} | score(n == 1)",
  "*[0] | score(n == 1)",
  "*{n}[n > 1] | order(n) | score(n == 1)",
  "score(n == 1)",
  "media::aspect(1, 2)",
  "documents::get({'_ref': 'ada'})",
  "documents::incomingRefCount()",
  "user::attributes()",
  "*[title match text::semanticSimilarity('sea')]",
  "*[text::semanticSimilarity('sea') > 0]",
  "delta::operation()",
  "before()",
  "after()",
  "anywhere(1)",
  "nothing(1)",
  "nothing::here(1)",
])("%s is a 400", async (query) => {
  await expect(started.writer.fetch(query)).rejects.toMatchObject({ statusCode: 400 });
});

test.each([
  "now()",
  "identity()",
  "releases::all()",
  "sanity::projectId()",
  "sanity::dataset()",
  "dateTime::now()",
])("%s is evaluated", async (query) => {
  expect(await started.writer.fetch(query)).not.toBeNull();
});

test("custom functions are evaluated", async () => {
  const query = `fn my::card($post) = $post{title, "by": author->name}; *[_id == "p1"][0]{"card": my::card(@)}.card`;
  expect(await started.writer.fetch(query)).toEqual({ title: "Sea", by: "Ada" });
});
