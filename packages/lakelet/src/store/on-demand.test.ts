import { expect, test } from "vitest";
import type { LakeDocument } from "../model/document.ts";
import { DocumentIndex } from "./document-index.ts";

const documentAt = (n: number, value = n % 7): LakeDocument => ({
  _id: `d-${String(n).padStart(5, "0")}`,
  _type: "post",
  _rev: "r",
  _createdAt: "2026-01-01T00:00:00Z",
  _updatedAt: "2026-01-01T00:00:00Z",
  value,
});

/** An index of documents that are all on disk. */
function onDisk(count: number, onRead: (count: number) => void = () => {}): DocumentIndex {
  const read = (seqs: readonly number[]) => {
    onRead(seqs.length);
    return seqs.map((seq) => ({ document: documentAt(seq), size: 100 }));
  };
  const documents = new DocumentIndex({ rows: { read }, cacheSize: 0 });
  for (let n = 0; n < count; n += 1) documents.load(documentAt(n), n, 100);
  return documents;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("indexes many documents in slices, with what changes meanwhile", async () => {
  const documents = new DocumentIndex();
  for (let n = 0; n < 12_000; n += 1) documents.put(documentAt(n));
  const order = { type: "post", path: ["value"] };
  const walk = { descending: false, bounds: { min: 3, max: 3 } };
  const ordered = () => documents.idsInOrder(order, walk);
  expect([documents.idsByValue(["value"]), ordered()], "not yet").toEqual([undefined, undefined]);
  for (let turn = 0; documents.idsByValue(["value"]) === undefined || ordered() === undefined; turn += 1) {
    expect(turn, "it ends").toBeLessThan(100);
    // Behind and before what is indexed already: changed away, changed to 3, created, deleted, unchanged.
    for (const n of [turn, 11_000 - turn]) {
      documents.put(documentAt(n * 2, 1));
      documents.put(documentAt(n, 3));
      documents.put(documentAt(20_000 + n, 3));
      documents.delete(documentAt(n + 500)._id);
      documents.put(documentAt(n + 100));
    }
    await nextTurn();
  }
  const expected = Array.from(documents.all(), (one) => one).filter(({ value }) => value === 3);
  const ids = expected.map(({ _id }) => _id);
  expect([...(documents.idsByValue(["value"])?.(3) ?? [])].toSorted()).toEqual(ids);
  expect(
    Array.from(ordered() ?? [], (group) => [...group])
      .flat()
      .toSorted(),
  ).toEqual(ids);
});

test("indexes few documents at once, and no more than sixteen attributes", () => {
  const documents = new DocumentIndex();
  for (let n = 0; n < 100; n += 1) documents.put(documentAt(n));
  for (let n = 0; n < 20; n += 1) expect(documents.idsByValue([`a${n}`])).toBeDefined();
  expect(documents.indexed).toHaveLength(16);
  expect(documents.indexed.at(-1)).toEqual({ path: ["a19"] });
});

test("finishes an index while queries that need it leave no time in between", () => {
  const documents = new DocumentIndex();
  for (let n = 0; n < 12_000; n += 1) documents.put(documentAt(n));
  for (const at of [1, 2, 3]) {
    expect(documents.idsByValue(["value"]), `ask ${at}`).toBeUndefined();
    documents.buildIndexes(4_000);
  }
  expect([...(documents.idsByValue(["value"])?.(3) ?? [])]).toHaveLength(1714);
});

test("indexes documents on disk in the query that needs it, which may be stopped", async () => {
  const documents = onDisk(12_000);
  const find = (): number => [...(documents.idsByValue(["value"])?.(3) ?? [])].length;
  expect(documents.readAtMost(4_000, find), "stopped").toBeUndefined();
  expect(documents.readAtMost(8_000, find), "goes on from there").toBe(1714);
  expect(documents.readAtMost(100, () => documents.indexed)).toEqual([{ path: ["value"] }]);
});

test("reads nothing more once it is closed", async () => {
  const reads: number[] = [];
  const documents = onDisk(12_000, (count) => reads.push(count));
  documents.readAtMost(1000, () => documents.idsByValue(["value"]));
  documents.close();
  await nextTurn();
  expect(reads).toEqual([500, 500]);
});
