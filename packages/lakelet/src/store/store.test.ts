import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newDirectory } from "../../test/start-lake.ts";
import type { LakeDocument } from "../model/document.ts";
import { Store } from "./store.ts";
import type { Change } from "./transaction-log.ts";

let directory: string;
let store: Store;

beforeEach(() => {
  directory = newDirectory();
  store = new Store(directory, (document) => document);
});

afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

const time = "2026-01-01T00:00:00.000Z";

const creation = (id: string): Change => {
  const after: LakeDocument = { _id: id, _type: "note", _rev: "t", _createdAt: time, _updatedAt: time };
  return { id, type: "note", before: null, after, mutations: [] };
};

const write = (...changes: Change[]): void =>
  store.write({ transactionId: "t", timestamp: time, author: "test", changes });

test("a transaction that the database refuses leaves no trace, in memory or on disk", () => {
  write(creation("a"));
  const revision = store.revision;
  // A transaction has one row per document, so the second insert fails and the first must be undone.
  expect(() => write(creation("b"), creation("b"))).toThrow(/UNIQUE/);
  expect([...store.documents.all()].map(({ _id }) => _id)).toEqual(["a"]);
  expect(store.revision).toBe(revision);
  write(creation("c"));
  store.close();
  store = new Store(directory, (document) => document);
  expect([...store.documents.all()].map(({ _id }) => _id)).toEqual(["a", "c"]);
});

test("transactions whose commit fails have not happened, in memory or on disk", () => {
  write(creation("a"), creation("b"), creation("c"));
  const before = structuredClone([...store.documents.all()]);
  const b = store.documents.get("b") ?? null;
  const a = store.documents.get("a") ?? null;
  const changed = a && { ...a, _rev: "u" };
  const shared = (): void => {
    write({ id: "b", type: "note", before: b, after: null, mutations: [] });
    write({ id: "a", type: "note", before: a, after: changed, mutations: [] }, creation("d"));
    throw new Error("the disk is gone");
  };
  expect(() => store.together(shared)).toThrow("the disk is gone");
  expect([...store.documents.all()], "in the same order").toEqual(before);
  write(creation("e"));
  store.close();
  store = new Store(directory, (document) => document);
  expect([...store.documents.all()].map(({ _id, _rev }) => `${_id} ${_rev}`)).toEqual([
    "a t",
    "b t",
    "c t",
    "e t",
  ]);
});

test("the journal can be copied into the database before a commit has to", () => {
  const size = (): number => statSync(join(directory, "lake.db")).size;
  const empty = size();
  const { after, ...change } = creation("a");
  write({ ...change, after: after && { ...after, text: "x".repeat(100_000) } });
  expect(size()).toBe(empty);
  store.checkpointJournal();
  expect(size()).toBeGreaterThan(empty + 100_000);
});

test("time moves on, whatever the clock does", () => {
  const times = Array.from({ length: 5 }, () => store.nextTimestamp());
  expect(new Set(times).size).toBe(5);
  expect(times.toSorted()).toEqual(times);
});

test("time moves on from the last transaction even if the clock was set back", () => {
  const future = "2100-01-01T00:00:00.000Z";
  store.write({ transactionId: "t", timestamp: future, author: "test", changes: [creation("a")] });
  store.close();
  store = new Store(directory, (document) => document);
  expect(store.nextTimestamp()).toBe("2100-01-01T00:00:00.001Z");
});

test("a lake that lost a text says so instead of starting without it", () => {
  write(creation("a"));
  store.close();
  const file = new DatabaseSync(join(directory, "lake.db"));
  file.exec("DELETE FROM tx_document");
  file.close();
  expect(() => new Store(directory, (document) => document)).toThrow("the text of a is not there");
  rmSync(directory, { recursive: true });
  store = new Store(directory, (document) => document);
});

test("people and their settings are kept", () => {
  store.people.remember({ id: "ada", name: "Ada", picture: null });
  store.settings.set("ada", { key: "layout", value: [1] });
  store.close();
  store = new Store(directory, (document) => document);
  expect(store.people.get("ada")).toEqual({ id: "ada", name: "Ada", picture: null });
  expect(store.settings.get("ada", "layout")).toEqual({ key: "layout", value: [1] });
});
