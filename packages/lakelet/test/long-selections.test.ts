import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LakeError } from "../src/model/errors.ts";
import { KNOWN_QUERIES } from "../src/model/limits.ts";
import type { Mutation } from "../src/model/mutation.ts";
import { createCommit, createTransact } from "../src/mutations/commit.ts";
import { GroupCommit } from "../src/mutations/group-commit.ts";
import { Selections } from "../src/mutations/selections.ts";
import { tookLonger } from "../src/query/deadline.ts";
import { selectIds } from "../src/query/evaluate.ts";
import { Views } from "../src/query/view.ts";
import { Store } from "../src/store/store.ts";
import { opened } from "./opened.ts";
import { newDirectory, startLake } from "./start-lake.ts";

/* Patches and deletes by a query that takes too long within a transaction: it runs elsewhere, on documents that change. */

/** Of the documents, or of the changes to them while the query runs. */
const documents = fc.array(
  fc.record({
    _id: fc.constantFrom("a", "b", "c", "d", "drafts.a"),
    n: fc.nat(5),
    to: fc.constantFrom("a", "b"),
  }),
  { maxLength: 5 },
);
/** A document keeps its type. */
const put = (one: { _id: string }): Mutation => ({
  createOrReplace: { ...one, _type: /^[ac]$/.test(one._id) ? "page" : "note" },
});
const queries = fc.constantFrom(
  "*[n > 2]",
  "*[_type == 'note'][n > $n]",
  "*[n > 2 && string::startsWith(_id, 'drafts.')]",
  "*[n > 2] | order(n desc, _id)[0...2]",
  "*[_type == 'page'] | order(n)[0]{_id}",
  "*[count(*[n == ^.n]) > 1]",
  "*[n > 1 && @.ref->n > 1]",
  "*[diff::changedAny({'a': n}, {'a': 3}, (a))]",
  "*[_id in [*[_type == 'note'][0]._id]]",
);
/** What happens while the query runs, for each time that it does. */
const meanwhile = fc.array(
  fc.oneof(
    documents.map((all) => all.map(put)),
    fc.constantFrom("a", "c", "drafts.a").map((id) => [{ delete: { id } }]),
  ),
  { maxLength: 4 },
);

test("select what they would within the transaction, whatever changes meanwhile", async () => {
  const outcomes = { conflicts: 0, patched: 0 };
  const run = async (given: Mutation[], query: string, changes: Mutation[][]): Promise<void> => {
    const directory = newDirectory();
    const store = new Store(directory, (document) => document, { inMemory: true });
    const views = new Views(store);
    const commits = new GroupCommit(store, () => {});
    const params = { n: 2 };
    const now = (): readonly string[] => {
      const context = { identity: "", projectId: "", dataset: "", limits: KNOWN_QUERIES };
      return selectIds(query, params, views.of({ kind: "raw" }), context);
    };
    const change = createCommit(createTransact(store, () => [], commits));
    const rest = [...changes];
    const find = async (): Promise<readonly string[]> => {
      const found = now();
      const next = rest.shift();
      if (next) await change(next, { author: "other" });
      return found;
    };
    const tooLong = (): never => {
      throw tookLonger(1);
    };
    const commit = createCommit(createTransact(store, tooLong, commits), (selectors, options) =>
      Selections.find(selectors, options, { store, find }),
    );
    await change(given, { author: "other" });
    const patch = { patch: { query, params, set: { seen: true } } };
    try {
      const { results } = await commit([patch], { author: "test" });
      expect(results.map(({ id }) => id)).toEqual(now());
      expect([...store.documents.all()].filter(({ seen }) => seen).map(({ _id }) => _id)).toEqual(
        now().toSorted(),
      );
      outcomes.patched += results.length;
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      expect(error.status).toBe(409);
      expect(changes.length, "only if documents change each time").toBeGreaterThanOrEqual(3);
      outcomes.conflicts += 1;
    }
    store.close();
    rmSync(directory, { recursive: true });
  };
  const cases = fc.asyncProperty(documents, queries, meanwhile, (all, query, changes) =>
    run(all.map(put), query, changes as Mutation[][]),
  );
  await fc.assert(cases, { numRuns: 300 });
  expect(outcomes.patched).toBeGreaterThan(20);
  expect(outcomes.conflicts).toBeGreaterThan(0);
});

const started = opened(() => startLake());

const list = `[${Array.from({ length: 15 }, (_, n) => n).join()}]`;
/** True, after 50,000 steps: too long for a short query, and far from the deadline on a busy machine. */
const SLOW = `count(${list}[count(${list}[count(${list}[count(${list}[@ > 1]) > 1]) > 1]) > 1]) > 1`;

test("let others read and write meanwhile", async () => {
  const create = (_id: string, n: number) => ({ create: { _id, _type: "slow", n } });
  await started.writer.mutate([create("slow-1", 1), create("slow-2", 2), create("slow-3", 3)]);
  const state = { ended: false };
  const deleted = started.writer
    .delete({ query: `*[_type == "slow" && n > $n && ${SLOW}]`, params: { n: 1 } })
    .finally(() => (state.ended = true));
  let answered = 0;
  for (; !state.ended; answered += 1) {
    expect(await started.reader.fetch(`*[_id == "slow-1"][0].n`)).toBe(1);
    await started.writer.createOrReplace({ _id: "other", _type: "other", answered });
  }
  // In its turn, the query would let one of them be answered at most.
  expect(answered).toBeGreaterThan(1);
  expect((await deleted).results.map(({ id }) => id)).toEqual(["slow-2", "slow-3"]);
  expect(await started.reader.fetch(`*[_type == "slow"]._id`)).toEqual(["slow-1"]);
});

test("select at most a thousand documents for patches, and ten thousand for deletion", async () => {
  const many = Array.from({ length: 1001 }, (_, n) => ({ create: { _id: `many-${n}`, _type: "many" } }));
  await started.writer.mutate(many);
  const patch = started.writer.patch({ query: `*[_type == "many"]` }).set({ seen: true });
  await expect(patch.commit()).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("may select 1000 documents"),
  });
  const half = { patch: { query: `*[_type == "many"][0...600]`, set: { seen: true } } };
  await expect(started.writer.mutate([half, half])).rejects.toMatchObject({ statusCode: 400 });
  expect(await started.reader.fetch("count(*[seen])")).toBe(0);
  const more = Array.from({ length: 9_000 }, (_, n) => ({ create: { _id: `more-${n}`, _type: "many" } }));
  await started.writer.mutate(more);
  await expect(started.writer.delete({ query: `*[_type == "many"]` })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("may select 10000 documents"),
  });
  await started.writer.delete({ query: `*[_type == "many"][0...10000]` });
  expect(await started.reader.fetch(`count(*[_type == "many"])`)).toBe(1);
});

test("are refused if too many of a transaction take long", async () => {
  await started.writer.create({ _type: "slow", n: 1 });
  const slow = { delete: { query: `*[_type == "slow" && ${SLOW}]` } };
  await expect(started.writer.mutate(Array.from({ length: 21 }, () => slow))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("At most 20 queries"),
  });
});
