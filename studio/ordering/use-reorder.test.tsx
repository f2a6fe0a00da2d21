import { act, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useReorder, type OrderedDocument } from "./use-reorder.ts";

// Dragging by mouse and keys, and what screen readers hear of it, is in tests/e2e/studio-content.spec.ts.

const { commit, patch, push } = vi.hoisted(() => ({ commit: vi.fn(), patch: vi.fn(), push: vi.fn() }));
vi.mock("sanity", () => ({ useClient: () => ({ transaction: () => ({ patch, commit }) }) }));
vi.mock("@sanity/ui/toast", () => ({ useToast: () => ({ push }) }));

let root: Root;
let list: ReturnType<typeof useReorder>;

function List({ versions }: { versions: OrderedDocument[] }) {
  const current = useReorder(versions);
  useEffect(() => {
    list = current;
  });
  return null;
}

const stored = (orders: Record<string, number>): OrderedDocument[] =>
  Object.entries(orders).map(([_id, order]) => ({ _id, _type: "service", order }));
const report = (orders: Record<string, number>) => act(() => root.render(<List versions={stored(orders)} />));
const move = (id: string, over: string) => act(() => list.move(id, over));
const shown = () => list.rows.map(({ id }) => id).join("");

/** Returns the positions that were written since the last call. */
function written(): Record<string, number> {
  const orders = patch.mock.calls.map(([id, { set }]) => [id, set.order]);
  patch.mockClear();
  return Object.fromEntries(orders);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  for (const mock of [commit, patch, push]) mock.mockReset();
  root = createRoot(document.createElement("div"));
  await report({ a: 1, b: 2, c: 3 });
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a moved row is in its place at once, in one transaction with its draft", async () => {
  await report({ a: 1, b: 2, "drafts.b": 2, c: 3 });
  await move("b", "a");
  expect(shown()).toBe("bac");
  expect(written()).toEqual({ a: 2, b: 1, "drafts.b": 1 });
  expect(commit).toHaveBeenCalledOnce();
  expect(push).not.toHaveBeenCalled();
});

test("a move back before the first one is reported is written too", async () => {
  await move("c", "a");
  expect(shown()).toBe("cab");
  expect(written()).toEqual({ a: 2, b: 3, c: 1 });
  await move("c", "b");
  expect(shown()).toBe("abc");
  expect(written()).toEqual({ a: 1, b: 2, c: 3 });
  await report({ a: 2, b: 3, c: 1 });
  expect(shown()).toBe("abc");
});

test("once the lake reports a move, its later reports count", async () => {
  await move("c", "a");
  await report({ a: 2, b: 3, c: 1 });
  await act(() => vi.advanceTimersByTime(0));
  await report({ a: 3, b: 2, c: 1 });
  expect(shown()).toBe("cba");
});

test("a row that somebody else moved too follows the lake in the end", async () => {
  await move("c", "a");
  await report({ a: 3, b: 1, c: 2 });
  expect(shown()).toBe("cab");
  await act(() => vi.advanceTimersByTime(5_000));
  expect(shown()).toBe("bca");
});

test("a move that is not saved is taken back and reported", async () => {
  commit.mockRejectedValueOnce(new Error("No connection"));
  await move("c", "a");
  expect(shown()).toBe("abc");
  expect(push).toHaveBeenCalledWith({
    status: "error",
    title: "The new order was not saved",
    description: "No connection",
  });
});

test("an unknown row moves nothing", async () => {
  await move("gone", "a");
  expect(shown()).toBe("abc");
  expect(written()).toEqual({});
});
