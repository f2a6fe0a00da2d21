import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newDirectory } from "../../test/start-lake.ts";
import type { LakeDocument } from "../model/document.ts";
import { Store } from "./store.ts";

let directory: string;

beforeEach(() => {
  directory = newDirectory();
});

afterEach(() => rmSync(directory, { recursive: true }));

const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;

/** Writes states of documents: `null` deletes. */
function write(store: Store, day: number, states: Record<string, string | null>): void {
  const transactionId = `t${day}`;
  const changes = Object.entries(states).map(([id, text]) => {
    const times = { _createdAt: at(1), _updatedAt: at(day) };
    const after: LakeDocument | null =
      text === null ? null : { _id: id, _type: "note", _rev: transactionId, ...times, text };
    return { id, type: "note", before: store.documents.get(id) ?? null, after, mutations: [] };
  });
  store.write({ transactionId, timestamp: at(day), author: "test", changes });
}

function historyOf(): string[] {
  const database = new DatabaseSync(join(directory, "lake.db"), { readOnly: true });
  const rows = database
    .prepare(
      "SELECT tx.id AS tx, d.id AS id, d.json AS json FROM tx JOIN tx_document AS d ON d.tx = tx.seq ORDER BY tx.seq, d.id",
    )
    .all();
  const count = database.prepare("SELECT count(*) AS n FROM tx").get()?.["n"];
  database.close();
  const lines = rows.map((row) => {
    const json = row["json"] as string | null;
    return `${row["tx"]} ${row["id"]} ${json === null ? "-" : (JSON.parse(json) as { text: string }).text}`;
  });
  return [...lines, `${count} transactions`];
}

function inStore(use: (store: Store) => void): void {
  const store = new Store(directory, (document) => document);
  use(store);
  store.close();
}

test("every transaction leaves the state of each document it touched", () => {
  inStore((store) => {
    write(store, 1, { a: "one", b: "one" });
    write(store, 2, { a: "two" });
    write(store, 3, { b: null });
  });
  expect(historyOf()).toEqual(["t1 a one", "t1 b one", "t2 a two", "t3 b -", "3 transactions"]);
});

test("pruning keeps the state at that time, and nothing of what was deleted before", () => {
  inStore((store) => {
    write(store, 1, { a: "one", b: "secret", c: "secret" });
    write(store, 2, { a: "two", b: null });
    write(store, 3, { c: null });
    write(store, 5, { a: "five" });
    store.history.prune(at(4));
  });
  expect(historyOf()).toEqual(["t2 a two", "t5 a five", "2 transactions"]);
  inStore((store) => {
    expect(store.documents.get("a")).toMatchObject({ text: "five" });
    store.history.prune(at(9));
  });
  expect(historyOf()).toEqual(["t5 a five", "1 transactions"]);
});

test("pruning spares what is young, and what a young deletion deleted", () => {
  inStore((store) => {
    write(store, 1, { a: "one" });
    write(store, 3, { a: "three", b: "three" });
    write(store, 5, { b: null });
    store.history.prune(at(4));
  });
  expect(historyOf()).toEqual(["t3 a three", "t3 b three", "t5 b -", "2 transactions"]);
});
