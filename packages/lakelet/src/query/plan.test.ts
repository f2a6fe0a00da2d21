import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { newDirectory } from "../../test/start-lake.ts";
import { createMatcher } from "../listen/mutation-events.ts";
import type { LakeDocument } from "../model/document.ts";
import { KNOWN_QUERIES, SITE_QUERIES } from "../model/limits.ts";
import { Store } from "../store/store.ts";
import { answerQuery } from "./evaluate.ts";
import { evaluate } from "./groq.ts";
import { parseQuery } from "./parse.ts";
import type { Perspective } from "./perspective.ts";
import { planFor } from "./plan.ts";
import { Views } from "./view.ts";
import type { View } from "./view.ts";

/** Few ids and values, so that references and filters match often. */
const plain = { noNullPrototype: true } as const;
const name = fc.constantFrom("a", "b", "c", "d");
const storedId = fc.oneof(
  name,
  name.map((id) => `drafts.${id}`),
  name.map((id) => `versions.r.${id}`),
  name.map((id) => `contract.${id}`),
);
const type = fc.constantFrom("post", "page", "note");
const scalar = fc.oneof(fc.constantFrom("x", "y", "", 0, 1, true, false, null), name);
const slug = fc.oneof(
  scalar,
  fc.record({ current: scalar }, plain),
  fc.array(fc.record({ current: scalar }, plain), { maxLength: 2 }),
);
const reference = fc.record({ _ref: storedId, _weak: fc.constant(true) }, plain);
const document = fc.record(
  {
    _id: storedId,
    _type: type,
    slug,
    n: scalar,
    tags: fc.array(scalar, { maxLength: 3 }),
    to: fc.oneof(reference, fc.array(reference, { maxLength: 2 })),
  },
  plain,
);

const write = fc.oneof(
  { weight: 5, arbitrary: fc.record({ put: document }, plain) },
  { weight: 1, arbitrary: fc.record({ remove: storedId }, plain) },
);

const literal = fc.oneof(
  fc.constantFrom('"x"', '"a"', '"drafts.a"', '"post"', "1", "true", "null", "$p", "$list[0]"),
);
const path = fc.constantFrom(
  "_id",
  "_type",
  "slug.current",
  "n",
  "slug",
  "tags[0]",
  "_originalId",
  "@.n",
  "to._ref",
  "^._id",
);
const list = fc.oneof(
  fc
    .array(
      fc.oneof(
        name.map((id) => `"${id}"`),
        fc.constantFrom('"post"', '"page"', "1", "null", "$p"),
      ),
      { maxLength: 3 },
    )
    .map((items) => `[${items.join()}]`),
  fc.constantFrom("$list", "[...$list]", "tags", 'path("drafts.**")'),
);
const test1 = fc.oneof(
  fc.tuple(path, fc.constantFrom("==", "!="), literal).map(([left, op, right]) => `${left} ${op} ${right}`),
  fc.tuple(literal, path).map(([left, right]) => `${left} == ${right}`),
  fc.tuple(path, list).map(([left, right]) => `${left} in ${right}`),
  fc
    .oneof(
      storedId.map((id) => `"${id}"`),
      fc.constantFrom("$p", "$list", "^._id", "1"),
    )
    .map((id) => `references(${id})`),
  fc.constantFrom(
    "defined(n)",
    "true",
    "!(n == 1)",
    'sanity::versionOf("a")',
    "count(*[_type == ^._type]) > 1",
  ),
);
const filter = fc
  .tuple(test1, fc.array(fc.tuple(fc.constantFrom("&&", "||"), test1), { maxLength: 3 }), fc.boolean())
  .map(([first, more, grouped]) => {
    const text = [first, ...more.flat()].join(" ");
    return grouped ? `(${text})` : text;
  });
const query = fc
  .tuple(
    filter,
    filter,
    fc.constantFrom(
      (a: string) => `*[${a}]`,
      (a: string) => `*[${a}][0]`,
      (a: string) => `*[${a}][0...3]{_id, n}`,
      (a: string) => `*[${a}] | order(n asc)`,
      (a: string) => `count(*[${a}])`,
      // The value of the parameter decides how these are parsed.
      (a: string) => `*[${a}][$p]`,
      (a: string) => `*[${a}]{"by": slug[$p], "first": tags[$p], "sum": tags[$p + 1], "none": tags[-$p]}`,
      (a: string) => `*[${a}][0...$n]{"date": dateTime("2026-01-01T00:00:00Z"), "p": $p}`,
      (a: string) => `*[$p]{"in": *[${a}]}`,
      (a: string, b: string) => `*[${a}]{"inner": *[${b}]._id, "target": to->slug}`,
      (a: string, b: string) => `*[${a}][${b}]._id`,
      (a: string, b: string) => `{"a": *[${a}]._id, "b": *[${b}]{...}, "all": count(*)}`,
      // The first in an order.
      (a: string) => `*[_type == "post" && ${a}] | order(n desc)[0...2]{_id, n}`,
      (a: string) => `*[_type == "post" && ${a}] | order(slug.current, n desc)[0..1]`,
      (a: string) => `*[_type == $p || ${a}] | order(n asc)[0]`,
      (a: string) => `*[_type == "note"][${a}] | order(slug.current desc){_id, "n": n}[1...3]`,
      (a: string) => `*[_type == "post" && ${a}] | order(_id desc){_id}[0]._id`,
      (a: string) => `*[${a} && _type == "post"][0...2]._id`,
      (a: string) =>
        `{"first": *[_type == "page" && n >= 0 && ${a}] | order(n)[0..2], "all": count(*[${a}])}`,
      // Ranges.
      (a: string) => `*[_type == "post" && n > 0 && n <= 1 && ${a}]`,
      (a: string) => `*[_type == "post" && slug.current >= $p && ${a}]._id`,
      (a: string) =>
        `*[_type == "post" && "x" > slug.current]{"n": count(*[_type == "page" && n in 0..1 && ${a}])}`,
      // By a value of what surrounds the query.
      (a: string) =>
        `*[${a}]{_id, "by": *[references(^._id)]._id, "n": count(*[_type == "post" && ^.n == n])}`,
      (a: string) =>
        `*[${a}]{"to": *[^._id in to[]._ref]._id, "up": *[to._ref == ^._id && n == ^.n]{"n": ^.n}}`,
      (a: string) =>
        `*[${a}]{"x": tags[]{"y": *[slug.current == ^.^.slug.current]._id}, "z": to[].x[*[n == ^.n]]}`,
      (a: string, b: string) =>
        `*[${a}]{"deep": *[${b}]{"deeper": *[references(^.^._id) || slug == ^.slug]._id}}`,
      // The same for every document.
      (a: string, b: string) => `*[_id in *[${a}].to._ref && ${b}]._id`,
      (a: string, b: string) => `*[n == *[${a}][0].n][${b}]{"other": *[references(*[${a}]._id)]._id}`,
      (a: string, b: string) => `*[count(*[${a}]) > 1 && ${b}] | order(n)[0...2]`,
    ),
  )
  .map(([a, b, shape]) => shape(a, b));
const perspective: fc.Arbitrary<Perspective> = fc.constantFrom(
  { kind: "raw" },
  { kind: "published" },
  { kind: "public" },
  { kind: "layers", layers: ["drafts"] },
  { kind: "layers", layers: ["r", "drafts"] },
);
const params = fc.record(
  {
    p: scalar,
    n: fc.integer({ min: 0, max: 3 }),
    list: fc.array(fc.oneof(name, fc.constant("post"), fc.constant(1)), { maxLength: 2 }),
  },
  plain,
);

/** Opens a store whose documents are in memory as far as there is room. */
function openStore(cacheSize?: number): Store {
  const store = new Store(newDirectory(), (one) => one, { inMemory: true, cacheSize });
  onTestFinished(() => store.close());
  return store;
}

const complete = (body: object, seq: number): LakeDocument =>
  ({
    _rev: `r${seq}`,
    _createdAt: "2026-01-01T00:00:00Z",
    _updatedAt: "2026-01-01T00:00:00Z",
    ...body,
  }) as LakeDocument;

/** Writes a document, or deletes it. */
function save(store: Store, id: string, after: LakeDocument | null): void {
  const before = store.documents.get(id) ?? null;
  const type = (after ?? before)?._type ?? "";
  const change = { id, type, before, after, mutations: [] };
  const timestamp = store.nextTimestamp();
  if (before ?? after) store.write({ transactionId: "t", timestamp, author: "test", changes: [change] });
}

function clear(store: Store): void {
  store.together(() => {
    for (const { _id } of store.documents.batch("", 1000)) save(store, _id, null);
  });
}

/** PLAN_RUNS asks for more. */
const RUNS = Number(process.env["PLAN_RUNS"] ?? 200);

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

/** Evaluates the query by groq-js alone: no index, no hook, the whole dataset. */
function plainly(text: string, given: object, view: View): unknown {
  const tree = parseQuery(text, given as Record<string, unknown>);
  return asJson(evaluate(tree, { dataset: view.all(), identity: "me" }));
}

test(
  "narrowing never changes an answer, nor does reading documents from disk",
  {
    timeout: 60_000 + RUNS * 200,
  },
  () => {
    let narrowed = 0;
    // Room for all documents, for some of them, for none.
    const stores = [openStore(), openStore(700), openStore(0)];
    fc.assert(
      fc.property(
        fc.constantFrom(...stores),
        fc.array(write, { maxLength: 25 }),
        fc.array(fc.tuple(query, params, perspective), { minLength: 1, maxLength: 4 }),
        fc.array(write, { maxLength: 10 }),
        (store, first, asked, then) => {
          clear(store);
          let seq = 0;
          const run = (writes: typeof first): void => {
            store.together(() => {
              for (const one of writes) {
                seq += 1;
                if ("put" in one) save(store, one.put._id, complete(one.put, seq));
                else save(store, one.remove, null);
              }
            });
          };
          // Before and after more writes: an index is built at the first query and updated from then on.
          for (const writes of [first, then]) {
            run(writes);
            for (const [text, given, seen] of asked) {
              // A new cache each time, because the store's revision is constant here.
              const view = new Views(store).of(seen);
              const context = { identity: "me", projectId: "local", dataset: "production" };
              for (const limits of [SITE_QUERIES, KNOWN_QUERIES])
                expect(JSON.parse(answerQuery(text, given, view, { ...context, limits }))).toEqual(
                  plainly(text, given, view),
                );
              const { sources, scans, once, outer } = planFor(text, given);
              if (sources.length + once.length + outer.length > 0 && scans === 0) narrowed += 1;
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(narrowed, "the queries must not all be beyond narrowing").toBeGreaterThan(RUNS);
  },
);

test("a listener is told of a document exactly when the whole query finds it, alone", () => {
  fc.assert(
    fc.property(document, query, params, (body, text, given) => {
      const stored = complete(body, 1);
      const { matches } = createMatcher(text, given, { identity: "me", sees: () => true });
      const options = { dataset: [stored], identity: "me", dereference: () => null };
      const result = evaluate(parseQuery(text, given), options);
      expect(matches(stored)).toBe(Array.isArray(result) ? result.length > 0 : Boolean(result));
    }),
    { numRuns: 500 },
  );
});
