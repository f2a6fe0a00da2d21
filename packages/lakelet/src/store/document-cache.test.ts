import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newDirectory } from "../../test/start-lake.ts";
import type { LakeDocument } from "../model/document.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { DocumentIndex } from "./document-index.ts";
import { Store } from "./store.ts";

const documentAt = (n: number): LakeDocument => ({
  _id: `d-${String(n).padStart(3, "0")}`,
  _type: "note",
  _rev: "r",
  _createdAt: "2026-01-01T00:00:00Z",
  _updatedAt: "2026-01-01T00:00:00Z",
});

/** A cache with room for ten of a hundred documents, and the rows that it reads. */
function hundred() {
  const read: number[] = [];
  const rows = {
    read: (seqs: readonly number[]) => {
      read.push(...seqs);
      return seqs.map((seq) => ({ document: documentAt(seq), size: 100 }));
    },
  };
  const cache = new DocumentIndex({ rows, cacheSize: 1000 });
  for (let n = 0; n < 100; n += 1) cache.put(documentAt(n), n, { before: null, size: 100 });
  read.length = 0;
  return { cache, read, id: (n: number): string => documentAt(n)._id };
}

test("keeps a document from disk at its second read", () => {
  const { cache, read, id } = hundred();
  for (let times = 0; times < 4; times += 1) expect(cache.get(id(5))).toEqual(documentAt(5));
  expect(read).toEqual([5, 5]);
  expect(cache.get("none")).toBeUndefined();
  expect(cache.isCached).toBe(false);
});

test("a scan of everything displaces nothing and reads in the order of the rows", () => {
  const { cache, read, id } = hundred();
  const ids = Array.from({ length: 100 }, (_, n) => id(99 - n));
  expect(cache.getAll([...ids, "none"]).map(({ _id }) => _id)).toEqual(ids);
  expect(read).toEqual(Array.from({ length: 90 }, (_, n) => n));
  read.length = 0;
  for (let n = 90; n < 100; n += 1) cache.get(id(n));
  expect(read).toEqual([]);
});

test("evicts what has not been read lately", () => {
  const { cache, read, id } = hundred();
  for (const n of [91, 95]) cache.get(id(n));
  for (let n = 100; n < 108; n += 1) cache.put(documentAt(n), n, { before: null, size: 100 });
  for (let n = 90; n < 108; n += 1) cache.get(id(n));
  expect(read).toEqual([90, 92, 93, 94, 96, 97, 98, 99]);
});

test("stops what reads more from disk than is allowed, and only that", () => {
  const { cache, id } = hundred();
  const two = (): number => cache.getAll([id(1), id(2), id(99)]).length;
  expect(cache.readAtMost(2, two)).toBe(3);
  expect(cache.readAtMost(1, two)).toBeUndefined();
  expect(two(), "afterwards").toBe(3);
});

const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
const value = fc.oneof(name, fc.integer({ min: 0, max: 3 }));
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: name, value, to: fc.option(name) }) },
  { weight: 2, arbitrary: fc.record({ remove: name }) },
  { weight: 3, arbitrary: fc.record({ read: fc.array(name, { minLength: 1, maxLength: 8 }) }) },
  { weight: 1, arbitrary: fc.constant({ take: true } as const) },
  { weight: 1, arbitrary: fc.record({ restore: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ forget: true } as const) },
);

type Model = ReadonlyMap<string, LakeDocument>;

/** Runs a step on the store. Returns what the documents are then. */
function saved(store: Store, model: Model, id: string, body: object | null): Model {
  const before = model.get(id) ?? null;
  if (!before && !body) return model;
  const timestamp = store.nextTimestamp();
  const times = { _createdAt: timestamp, _updatedAt: timestamp };
  const after = body && { _id: id, _type: "note", _rev: timestamp, ...times, ...body };
  const change = { id, type: "note", before: store.documents.get(id) ?? null, after, mutations: [] };
  store.write({ transactionId: timestamp, timestamp, author: "test", changes: [change] });
  const next = new Map(model);
  if (after) next.set(id, after);
  else next.delete(id);
  return next;
}

const inOrder = (documents: Iterable<LakeDocument>): LakeDocument[] =>
  [...documents].toSorted((a, b) => (a._id < b._id ? -1 : 1));

test("documents are the same from memory and from disk, whatever fails, is taken back or restored", () => {
  const groups = fc.array(fc.record({ steps: fc.array(step, { maxLength: 6 }), fails: fc.boolean() }), {
    maxLength: 8,
  });
  const directory = newDirectory();
  const run = (store: Store, plan: typeof groups extends fc.Arbitrary<infer T> ? T : never): void => {
    const { documents } = store;
    documents.index({ path: ["value"] });
    documents.index({ type: "note", path: ["value"] });
    let model: Model = new Map();
    const taken: Array<{ checkpoint: Checkpoint; model: Model }> = [];
    const check = (): void => {
      expect([...documents.all()]).toEqual(inOrder(model.values()));
      for (const id of ["a", "b", "c", "d", "e", "f"]) {
        expect(documents.get(id)).toEqual(model.get(id));
        const referring = [...model.values()].filter(({ to }) => (to as { _ref?: string })?._ref === id);
        expect([...documents.referrersOf(id)].toSorted()).toEqual(inOrder(referring).map(({ _id }) => _id));
        const equal = [...model.values()].filter((one) => one["value"] === id);
        expect([...(documents.idsByValue(["value"])?.(id) ?? [])].toSorted()).toEqual(
          inOrder(equal).map(({ _id }) => _id),
        );
      }
    };
    for (const { steps, fails } of plan) {
      const before = model;
      const group = (): void => {
        for (const one of steps) {
          if ("put" in one)
            model = saved(store, model, one.put, {
              value: one.value,
              ...(one.to === null ? {} : { to: { _ref: one.to, _weak: true } }),
            });
          else if ("remove" in one) model = saved(store, model, one.remove, null);
          else if ("read" in one)
            expect(documents.getAll(one.read)).toEqual(one.read.flatMap((id) => model.get(id) ?? []));
        }
        if (fails) throw new Error("the disk is gone");
      };
      try {
        store.together(group);
      } catch (error) {
        expect(error).toEqual(new Error("the disk is gone"));
        model = before;
      }
      check();
      for (const one of steps) {
        if ("take" in one) taken.push({ checkpoint: store.checkpoint(), model });
        if ("forget" in one) store.history.forget([...model.keys()].slice(0, 2));
        const to = "restore" in one && taken[one.restore % (taken.length || 1)];
        if (!to) continue;
        store.restore(to.checkpoint);
        ({ model } = to);
        check();
      }
    }
  };
  fc.assert(
    fc.property(fc.constantFrom(0, 400, Infinity), groups, (cacheSize, plan) => {
      const store = new Store(directory, (one) => one, { inMemory: true, cacheSize });
      try {
        run(store, plan);
      } finally {
        store.close();
      }
    }),
    { numRuns: 150 },
  );
});
