import { expect, test } from "vitest";
import { nextSize, readParts, readTypes } from "./read-parts.server.ts";

interface Asked {
  type?: string;
  after: string;
}

/** A store of documents `a-000`, `a-001` and so on per type, which answers without leaving the thread, like a lake in this process. */
function storeOf(counts: Record<string, number>) {
  const asked: (Asked & { size: number })[] = [];
  const ids = (type: string) =>
    Array.from({ length: counts[type] ?? 0 }, (_, n) => `${type}-${String(n).padStart(3, "0")}`);
  const client = {
    async fetch(query: string, { type = "a", after }: Asked) {
      const size = Number(/0\.\.\.(\d+)/.exec(query)?.[1]);
      asked.push({ type, after, size });
      const found = ids(type).filter((id) => id > after);
      return found.slice(0, size).map((_id) => ({ _id }));
    },
  };
  return { asked, ids, client: client as unknown as Parameters<typeof readParts>[0] };
}

const query = "*[_type == $type && _id > $after] | order(_id asc)[0...$size]";

test.each([0, 1, 25, 50, 51, 400])("finds each of %i documents once", async (count) => {
  const { client, ids } = storeOf({ a: count });
  const found: string[] = [];
  for await (const part of readParts(client, { query })) found.push(...part.map(({ _id }) => _id));
  expect(found).toEqual(ids("a"));
});

test("reads one type after the other", async () => {
  const { client, ids } = storeOf({ a: 60, b: 3 });
  const found: string[] = [];
  for await (const part of readTypes(client, ["b", "a", "none"], { query }))
    found.push(...part.map(({ _id }) => _id));
  expect(found).toEqual([...ids("b"), ...ids("a")]);
});

test("gives others their turn between two parts", async () => {
  const { client, asked } = storeOf({ a: 100 });
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const seen: number[] = [];
  for await (const _part of readParts(client, { query, size: 10 })) seen.push(turns);
  isOver = true;
  expect(asked).toHaveLength(11);
  expect(new Set(seen).size).toBe(11);
});

test("asks with the size as a number, which the lake keeps the plan of", async () => {
  const { client, asked } = storeOf({ a: 30 });
  for await (const _part of readParts(client, { query, size: 10 }));
  expect(asked.map(({ size }) => size)).toEqual([10, 10, 10, 10]);
});

test.each([
  ["stand-ins while parts are quick", 50, 1, 100],
  ["stays at what takes its time", 50, 8, 50],
  ["halves when parts are slow", 100, 40, 50],
  ["has a smallest part", 25, 400, 25],
  ["has a largest part", 800, 0, 800],
])("%s", (_what, size, spentMs, next) => expect(nextSize(size, spentMs)).toBe(next));
