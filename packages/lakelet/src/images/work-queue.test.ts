import { expect, test } from "vitest";
import { WorkQueue } from "./work-queue.ts";

const stays = new AbortController().signal;
const of = (caller: string, signal = stays) => ({ caller, signal });

/** Jobs that end on command, and the order in which they started. */
function jobs() {
  const begun: string[] = [];
  const endings = new Map<string, PromiseWithResolvers<string>>();
  const ending = (key: string) => {
    const known = endings.get(key) ?? Promise.withResolvers<string>();
    endings.set(key, known);
    return known;
  };
  return {
    begun,
    job: (key: string) => async () => {
      begun.push(key);
      return ending(key).promise;
    },
    end: async (key: string) => {
      ending(key).resolve(key);
      await new Promise(setImmediate);
    },
  };
}

test("runs so many at once; past the limits it refuses with 503", async () => {
  const queue = new WorkQueue({ concurrency: 2, maxWaiting: 3, maxPerCaller: 2 });
  const { job, end, begun } = jobs();
  const run = (key: string, caller: string) => queue.run(key, of(caller), job(key));
  const accepted = [run("a1", "a"), run("a2", "a"), run("a3", "a"), run("a4", "a")];
  const refusal = { status: 503, headers: { "retry-after": "5" } };
  await expect(run("a5", "a")).rejects.toMatchObject(refusal);
  accepted.push(run("b1", "b"));
  await expect(run("c1", "c")).rejects.toMatchObject(refusal);
  expect(begun).toEqual(["a1", "a2"]);
  for (const key of ["a1", "a2", "a3", "a4", "b1"]) await end(key);
  expect(await Promise.all(accepted)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("callers take turns, however many jobs one of them has queued", async () => {
  const queue = new WorkQueue({ concurrency: 1 });
  const { job, end, begun } = jobs();
  const all = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((key) =>
    queue.run(key, of(key.slice(0, 1)), job(key)),
  );
  for (const key of ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]) await end(key);
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("the same key is one job, and the turn of each who asked for it", async () => {
  const queue = new WorkQueue({ concurrency: 1 });
  const { job, end, begun } = jobs();
  const all = ["a1", "a2", "a3", "same"].map((key) => queue.run(key, of("a"), job(key)));
  const other = queue.run("same", of("b"), job("same"));
  for (const key of ["a1", "a2", "same", "a3"]) await end(key);
  expect(begun).toEqual(["a1", "a2", "same", "a3"]);
  expect(await other).toBe("same");
  expect(await Promise.all(all)).toHaveLength(4);
});

test("a job that nobody waits for any more never starts, and makes room", async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1 });
  const { job, end, begun } = jobs();
  const leaves = new AbortController();
  const first = queue.run("first", of("a"), job("first"));
  const given = queue.run("given up", of("a", leaves.signal), job("given up"));
  leaves.abort();
  await expect(given).rejects.toMatchObject({ name: "AbortError" });
  const next = queue.run("next", of("b"), job("next"));
  await end("first");
  await end("next");
  expect(await Promise.all([first, next])).toEqual(["first", "next"]);
  expect(begun).toEqual(["first", "next"]);
});

test("one who leaves takes the job from nobody else; who is gone already starts none", async () => {
  const queue = new WorkQueue({ concurrency: 1 });
  const { job, end, begun } = jobs();
  const leaves = new AbortController();
  const first = queue.run("first", of("a"), job("first"));
  const left = queue.run("shared", of("a", leaves.signal), job("shared"));
  const stayed = queue.run("shared", of("b"), job("shared"));
  leaves.abort();
  await expect(left).rejects.toMatchObject({ name: "AbortError" });
  await expect(queue.run("late", of("a", leaves.signal), job("late"))).rejects.toMatchObject({
    name: "AbortError",
  });
  await end("first");
  await end("shared");
  expect(await Promise.all([first, stayed])).toEqual(["first", "shared"]);
  expect(begun).toEqual(["first", "shared"]);
});

test("a failure reaches everyone who waits and is not remembered; idle waits for all", async () => {
  const queue = new WorkQueue({ concurrency: 1 });
  const fail = () => Promise.reject(new Error("broken"));
  const both = await Promise.allSettled(["a", "b"].map((caller) => queue.run("x", of(caller), fail)));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  let ended = false;
  void queue.run("x", of("a"), async () => {
    await new Promise(setImmediate);
    ended = true;
  });
  await queue.idle();
  expect(ended).toBe(true);
});
