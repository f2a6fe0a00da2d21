import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import { Feed } from "./feed.ts";

const transaction = (transactionId: string, documents: number): CommittedTransaction => ({
  transactionId,
  timestamp: "2026-01-01T00:00:00.000Z",
  author: "test",
  changes: Array.from({ length: documents }, (_, n) => ({
    id: `d-${n}`,
    type: "note",
    before: null,
    after: null,
    mutations: [],
  })),
});

test("keeps recent transactions, but not those of a whole import", async () => {
  const feed = new Feed(() => {});
  for (const one of [transaction("a", 1), transaction("b", 4_000), transaction("c", 5_999)])
    feed.publish(one);
  await nextTurn();
  expect(feed.since("a")).toHaveLength(3);
  feed.publish(transaction("d", 1));
  await nextTurn();
  expect(feed.since("a")).toBeUndefined();
  expect(feed.after("a"), "the one after it is the first that is kept").toHaveLength(3);
  feed.publish(transaction("e", 20_000));
  await nextTurn();
  expect([feed.since("d"), feed.since("e")?.length]).toEqual([undefined, 1]);
});
