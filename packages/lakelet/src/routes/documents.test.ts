import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { newDirectory } from "../../test/start-lake.ts";
import type { RouteContext } from "../http/route.ts";
import type { Mutation } from "../model/mutation.ts";
import { createCommit, createTransact } from "../mutations/commit.ts";
import { GroupCommit } from "../mutations/group-commit.ts";
import { Store } from "../store/store.ts";
import { exportRoutes } from "./documents.ts";

const COUNT = 4000;
const idOf = (n: number): string => `note-${String(n).padStart(4, "0")}`;

test.each([
  ["in memory", undefined],
  ["on disk", 0],
])(
  "an export of documents %s is the dataset at one moment, and others are served meanwhile",
  async (_, cacheSize) => {
    const directory = newDirectory();
    const store = new Store(directory, (document) => document, { inMemory: true, cacheSize });
    const commit = createCommit(createTransact(store, () => [], new GroupCommit(store, () => {})));
    const write = (...mutations: Mutation[]) => commit(mutations, { author: "test" });
    await write(...Array.from({ length: COUNT }, (_, n) => ({ create: { _id: idOf(n), _type: "note", n } })));
    const before = new Map([...store.documents.all()].map((document) => [document._id, document]));

    const url = new URL("http://localhost/data/export/production");
    const [route] = exportRoutes(store);
    const response = route?.handle({ url, sees: () => true } as unknown as RouteContext);
    // Changes documents that the export has collected, and documents that it has not.
    await write({ delete: { id: idOf(0) } }, { delete: { id: idOf(COUNT - 1) } });
    await write({ patch: { id: [idOf(1), idOf(COUNT - 2)], set: { n: -1 } } });
    await write({ create: { _id: "a", _type: "note" } }, { create: { _id: "z", _type: "note" } });
    const reader = ((await response) as Response).body?.pipeThrough(new TextDecoderStream()).getReader();
    const state = { turns: 0, isOver: false };
    const count = (): void => {
      state.turns += 1;
      if (!state.isOver) setImmediate(count);
    };
    count();
    let text = "";
    let chunks = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read(), chunks += 1)
      text += part.value;
    state.isOver = true;

    const exported = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { _id: string });
    expect(new Map(exported.map((document) => [document._id, document]))).toEqual(before);
    expect(exported.map(({ _id }) => _id)).toEqual([...before.keys()]);
    expect(chunks, "of 256 KB at most").toBeGreaterThan(1);
    expect(state.turns, "a turn for each chunk at least").toBeGreaterThanOrEqual(chunks);
    store.close();
    rmSync(directory, { recursive: true });
  },
);

test("an export finds what stands behind more documents than are read in a turn", async () => {
  const store = new Store(newDirectory(), (document) => document, { inMemory: true, cacheSize: 0 });
  onTestFinished(() => store.close());
  const commit = createCommit(createTransact(store, () => [], new GroupCommit(store, () => {})));
  const bodies = Array.from({ length: COUNT }, (_, n) => ({
    _id: idOf(n),
    _type: n === 3900 ? "rare" : "note",
  }));
  await commit(
    bodies.map((create) => ({ create })),
    { author: "test" },
  );
  const url = new URL("http://localhost/data/export/production?types=rare");
  const [route] = exportRoutes(store);
  const response = (await route?.handle({ url, sees: () => true } as unknown as RouteContext)) as Response;
  expect((await response.text()).trim().split("\n")).toEqual([expect.stringContaining(idOf(3900))]);
});
