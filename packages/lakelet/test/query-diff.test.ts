import * as fc from "fast-check";
import { evaluate, parse } from "groq-js";
import { beforeAll, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/* `diff::` functions. Cases follow test/function/diff.yml of the public GROQ test suite (sanity-io/groq-test-suite). */

const started = opened(() => startLake());
beforeAll(async () => {
  const version = (_id: string, n: number): never =>
    ({ create: { _id, _type: "version", a: 1, b: [{ _key: "k", n }], c: { d: n, e: 1 } } }) as never;
  await started.writer.mutate([version("before", 1), version("after", 2)]);
});

const ask = (query: string, params: Record<string, unknown> = {}): Promise<unknown> =>
  started.writer.fetch(query, params);

const LEFT = {
  left: 1,
  same: { a: [1, { b: null }] },
  diff: 3,
  both: { left: 1, same: 2, diff: 3 },
  reorder: [{ name: "Alice" }, { name: "Bob" }],
  pop: [{ name: "Alice" }, { name: "Bob" }],
  push: [{ name: "Alice" }, { name: "Bob" }],
  diff1: [{ name: "Alice" }, { name: "Bob" }],
  obj: { name: "Alice", _type: "person" },
  num: 1,
};
const RIGHT = {
  right: 1,
  same: { a: [1, { b: null }] },
  diff: 4,
  both: { right: 1, same: 2, diff: 4 },
  reorder: [{ name: "Bob" }, { name: "Alice" }],
  pop: [{ name: "Alice" }],
  push: [{ name: "Alice" }, { name: "Bob" }, { name: "Carol" }],
  diff1: [{ name: "Alice2" }, { name: "Bob" }],
  obj: { name: "Bob", _type: "person" },
  num: 2,
};
const BASES = ["left", "(same)", "(left, right)", "both", "diff1", "anywhere(_type == 'person')", "missing"];
const STEPS = [
  "",
  ".name",
  ".(same)",
  ".(left, same)",
  "[]",
  '[name == "Alice"]',
  "[].name",
  '[name == "Bob"].name',
];
const SELECTORS = [
  ...BASES.flatMap((base) => STEPS.map((step) => `${base}${step}`)),
  ...["reorder", "pop", "push", "num", "obj"].flatMap((base) =>
    ["", "[]", "[].name"].map((step) => base + step),
  ),
  "(both.(left, same), diff1[].name)",
  "same.a[]",
  "both.(diff)",
  "(num, obj.name, diff1)",
  "(left, right, diff, both, reorder, pop, push, diff1, obj, num)",
];

test.each(SELECTORS)("%s as groq-js compares it asynchronously", async (selector) => {
  const pairs = ["$l, $r", "$r, $l", "$l, $l", "{}, {}"];
  const calls = pairs.flatMap((pair) =>
    ["changedAny", "changedOnly"].map((name) => `diff::${name}(${pair}, ${selector})`),
  );
  const query = `[${calls.join(", ")}]`;
  const params = { l: LEFT, r: RIGHT };
  const value = await evaluate(parse(query, { params }), { params });
  expect(await ask(query, params)).toEqual(await value.get());
});

/**
 * JSON with few names, so that values are alike. Without null and other falsy values: groq-js takes one on the way of a path for
 * the value at its end, so that `a.b` differs between `{"a": null}` and `{}`. Without empty arrays: groq-js takes `[]` and `{}` for
 * the same.
 */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(1, 2, "x", true),
    fc.dictionary(fc.constantFrom("a", "b", "_type"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
  ),
}));
const step = fc.constantFrom("", ".a", ".b", "[]", "[a == 1]", ".(a, b)", "[].a");
const selector = fc
  .tuple(fc.constantFrom("a", "b", "(a, b)", "c", "anywhere(_type == 'x')", "anywhere(a == 1)"), step, step)
  .map((parts) => parts.join(""));

test("any selector on any values as groq-js compares them asynchronously", async () => {
  const cases = fc.asyncProperty(value, value, selector, async (l, r, by) => {
    const query = `[diff::changedAny($l, $r, ${by}), diff::changedOnly($l, $r, ${by})]`;
    const params = { l, r };
    const wanted = await evaluate(parse(query, { params }), { params });
    expect(await ask(query, params)).toEqual(await wanted.get());
  });
  await fc.assert(cases, { numRuns: 200 });
});

test.each([
  "foo + 1",
  "foo{bar}",
  "(foo, foo + 1)",
  "foo.(foo + 1)",
  "foo[0]",
  "'foo'",
  "123",
  "foo[a == ^.b]",
])("%s is no selector", async (selector) => {
  await expect(ask(`diff::changedAny({}, {}, ${selector})`)).rejects.toMatchObject({ statusCode: 400 });
});

test("compares documents", async () => {
  const two = "*[_id == 'before'][0], *[_id == 'after'][0]";
  const query = `[diff::changedAny(${two}, a), diff::changedAny(${two}, (a, c.d)), diff::changedOnly(${two}, (b, c, _rev, _createdAt, _updatedAt, _id)), diff::changedOnly(${two}, b)]`;
  expect(await ask(query)).toEqual([false, true, true, false]);
  const among = `*[_type == "version" && diff::changedAny(@, *[_id == $id][0], b[n > $n].n)]._id`;
  expect(await ask(among, { id: "before", n: 0 })).toEqual(["after"]);
  expect(
    await ask(`diff::changedAny(${two}, b[_key in *[_type == $type].b[]._key].n)`, { type: "version" }),
  ).toBe(true);
});
