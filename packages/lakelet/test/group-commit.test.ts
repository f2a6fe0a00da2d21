import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { LakeDocument } from "../src/model/document.ts";
import { LakeError } from "../src/model/errors.ts";
import type { CommitOptions, Mutation } from "../src/model/mutation.ts";
import { createCommit, createTransact } from "../src/mutations/commit.ts";
import { GroupCommit } from "../src/mutations/group-commit.ts";
import { Store } from "../src/store/store.ts";
import type { CommittedTransaction } from "../src/store/transaction-log.ts";
import { newDirectory } from "./start-lake.ts";

/** Few documents, so that transactions conflict. */
const id = fc.constantFrom("a", "b", "c");
const reference = id.map((_ref) => ({ _type: "reference", _ref }));
const body = fc.record(
  { _type: fc.constant("note"), n: fc.nat(9), to: reference },
  { noNullPrototype: true, requiredKeys: ["_type"] },
);
/** Revisions are transaction ids, which count from 0, so some `ifRevisionID` match. */
const revision = fc.option(
  fc.nat(6).map((n) => `t${n}`),
  { nil: undefined },
);
const mutation = fc.oneof(
  fc.tuple(id, body).map(([_id, rest]) => ({ create: { _id, ...rest } })),
  fc.tuple(id, body).map(([_id, rest]) => ({ createOrReplace: { _id, ...rest } })),
  fc.tuple(id, body).map(([_id, rest]) => ({ createIfNotExists: { _id, ...rest } })),
  fc.tuple(id, revision).map(([one, ifRevisionID]) => ({
    patch: { id: one, inc: { n: 1 }, setIfMissing: { n: 0 }, ...(ifRevisionID ? { ifRevisionID } : {}) },
  })),
  id.map((one) => ({ delete: { id: one } })),
  fc.constant({ patch: { query: "*[n > 3]", set: { large: true } } }),
);
const transactions = fc.array(
  fc.record({
    mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
    dryRun: fc.nat(9).map((n) => n === 0),
  }),
  { minLength: 2, maxLength: 10 },
);

const timeless = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      ["_createdAt", "_updatedAt", "timestamp"].includes(name) ? "then" : part,
    ),
  );

interface World {
  /** The result of each writer. */
  results: unknown;
  documents: unknown;
  committed: unknown;
  /** The documents after a restart. */
  reopened: unknown;
}

/** Runs transactions in a new lake. `wait`: each after the result of the one before. */
async function run(
  given: ReadonlyArray<{ mutations: unknown; dryRun: boolean }>,
  wait: boolean,
): Promise<World> {
  const directory = newDirectory();
  const store = new Store(directory, (document) => document);
  const committed: CommittedTransaction[] = [];
  const found = (): string[] =>
    [...store.documents.all()].filter(({ n }) => Number(n) > 3).map(({ _id }) => _id);
  const commits = new GroupCommit(store, (one) => committed.push(one));
  const commit = createCommit(createTransact(store, found, commits));
  const running: Promise<unknown>[] = [];
  for (const [index, { mutations, dryRun }] of given.entries()) {
    const options: CommitOptions = { author: "test", transactionId: `t${index}`, dryRun };
    const answer = commit(mutations as Mutation[], options).catch((error: unknown) => {
      expect(error).toBeInstanceOf(LakeError);
      return (error as LakeError).body;
    });
    running.push(answer);
    if (wait) await answer;
  }
  const results = await Promise.all(running);
  const documents: LakeDocument[] = [...store.documents.all()];
  // Listeners chain on revisions.
  for (const one of committed)
    for (const { before, id: changed } of one.changes)
      expect(before?._rev ?? null).toBe(previousRevision(committed, one, changed));
  store.close();
  const again = new Store(directory, (document) => document);
  const reopened = [...again.documents.all()];
  expect(reopened).toEqual(documents);
  again.close();
  rmSync(directory, { recursive: true });
  return timeless({ results, documents, committed, reopened }) as World;
}

function previousRevision(
  all: readonly CommittedTransaction[],
  one: CommittedTransaction,
  id: string,
): string | null {
  const earlier = all.slice(0, all.indexOf(one)).flatMap(({ changes }) => changes);
  return earlier.findLast((change) => change.id === id)?.after?._rev ?? null;
}

test("transactions that share a commit come to the same as one after another, for writers, listeners and the disk", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(transactions, async (given) => {
      const together = await run(given, false);
      expect(together).toEqual(await run(given, true));
      refused += JSON.stringify(together.results).split('"error"').length - 1;
    }),
    { numRuns: 60 },
  );
  expect(refused, "some must be refused among others that are not").toBeGreaterThan(20);
});

/** Returns a store in a directory that goes with the test, what commits to it, and the transactions that were published. */
function newStore() {
  const directory = newDirectory();
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const store = new Store(directory, (document) => document);
  const heard: string[] = [];
  const commits = new GroupCommit(store, ({ transactionId }) => heard.push(transactionId));
  return { directory, store, heard, commits, commit: createCommit(createTransact(store, () => [], commits)) };
}

const rejected = (all: PromiseSettledResult<unknown>[]): number[] =>
  all.flatMap(({ status }, index) => (status === "rejected" ? index : []));

test("nobody hears of a transaction before those it shares a commit with are on disk, and then in order", async () => {
  const { store, heard, commit } = newStore();
  const write = (transactionId: string, ...mutations: Mutation[]): Promise<unknown> =>
    commit(mutations, { author: "test", transactionId }).then(
      () => heard.push(`${transactionId} answered`),
      () => heard.push(`${transactionId} refused`),
    );
  const all = Promise.all([
    write("t1", { create: { _id: "a", _type: "note" } }),
    write("t2", { create: { _id: "a", _type: "note" } }),
    write("t3", { create: { _id: "b", _type: "note" } }),
  ]);
  await Promise.resolve();
  expect([...store.documents.all()], "nothing before its turn").toEqual([]);
  await all;
  expect(heard.filter((one) => one.startsWith("t1"))).toEqual(["t1", "t1 answered"]);
  expect(heard.filter((one) => one.length === 2)).toEqual(["t1", "t3"]);
  expect(heard).toContain("t2 refused");
  store.close();
});

test("what the database refuses to one does not hurt the others that came with it", async () => {
  const { directory, store, heard, commit } = newStore();
  const create = (transactionId: string, _id: string, author = "test"): Promise<unknown> =>
    commit([{ create: { _id, _type: "note" } }], { author, transactionId });
  const nobody = null as unknown as string; // the database rejects a transaction without an author
  // Large enough to pause before it is written.
  const others = Array.from({ length: 300 }, (_, n) => ({ create: { _id: `e${n}`, _type: "note" } }));
  const all = await Promise.allSettled([
    create("t1", "a"),
    create("t2", "b", nobody),
    create("t3", "c"),
    commit([{ create: { _id: "d", _type: "note" } }, ...others], { author: "test", transactionId: "t4" }),
    commit([{ delete: { id: others.map(({ create: { _id } }) => _id) } }], {
      author: "test",
      transactionId: "t5",
    }),
  ]);
  expect(rejected(all)).toEqual([1]);
  expect(heard).toEqual(["t1", "t3", "t4", "t5"]);
  expect([...store.documents.all()].map(({ _id }) => _id)).toEqual(["a", "c", "d"]);
  store.close();
  const again = new Store(directory, (document) => document);
  expect([...again.documents.all()].map(({ _id, _rev }) => `${_id} ${_rev}`)).toEqual([
    "a t1",
    "c t3",
    "d t4",
  ]);
  again.close();
});

test("a large transaction lets others read in between, and the next one sees its effects", async () => {
  const { store, commits, commit } = newStore();
  const count = 6000;
  const creations = Array.from({ length: count }, (_, n) => ({ create: { _id: `n${n}`, _type: "note", n } }));
  const state = { turns: 0, isOver: false };
  const read = (): void => {
    if (state.isOver) return;
    state.turns += 1;
    expect([0, count], "all or nothing").toContain(store.documents.size);
    setImmediate(read);
  };
  read();
  const large = commit(creations, { author: "test", transactionId: "t1" });
  const last = `n${count - 1}`;
  const next = commit([{ patch: { id: last, inc: { n: 1 } } }], { author: "test", transactionId: "t2" });
  const failing = commit([...creations.slice(0, 3000), { create: { _id: last, _type: "note" } }], {
    author: "test",
  });
  await expect(failing).rejects.toMatchObject({ status: 409 });
  expect((await large).results).toHaveLength(count);
  expect((await next).results).toMatchObject([{ operation: "update", document: { n: count } }]);
  state.isOver = true;
  expect(state.turns).toBeGreaterThan(3);
  const pending = commit([{ delete: { id: creations.map(({ create }) => create._id) } }], { author: "test" });
  await Promise.resolve();
  commits.drain();
  expect(store.documents.size, "everything that waits is written before the store is closed").toBe(0);
  await pending;
  store.close();
});

test("large transactions and small ones between keep their order, and one that fails midway leaves nothing", async () => {
  const { directory, store, heard, commit } = newStore();
  const ids = Array.from({ length: 3000 }, (_, n) => `n${n}`);
  const write = (transactionId: string, mutations: Mutation[]) =>
    commit(mutations, { author: "test", transactionId });
  const append = (text: string): Mutation => ({
    patch: { id: ids, insert: { after: "by[-1]", items: [text] } },
  });
  const all = await Promise.allSettled([
    write(
      "t1",
      ids.map((_id) => ({ create: { _id, _type: "note", by: ["t1"] } })),
    ),
    write("t2", [{ patch: { id: "n7", insert: { after: "by[-1]", items: ["t2"] } } }]),
    write("t3", [append("t3"), { create: { _id: "n2999", _type: "note" } }]),
    write("t4", [append("t4")]),
    write("t5", [{ delete: { id: "n8" } }]),
  ]);
  expect(rejected(all)).toEqual([2]);
  expect(heard).toEqual(["t1", "t2", "t4", "t5"]);
  const expected = ids
    .filter((id) => id !== "n8")
    .toSorted()
    .map((id) => [id, id === "n7" ? ["t1", "t2", "t4"] : ["t1", "t4"]]);
  const found = ({ documents }: Store) => [...documents.all()].map(({ _id, by }) => [_id, by]);
  expect(found(store)).toEqual(expected);
  store.close();
  const again = new Store(directory, (document) => document);
  expect(found(again)).toEqual(expected);
  again.close();
});
