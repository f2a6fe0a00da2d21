import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

test("runs so many at once, and refuses with 503 when too many wait", async () => {
  const enqueue = createWorkQueue(2, 3);
  let running = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const job = async () => {
    most = Math.max(most, ++running);
    await release.promise;
    running -= 1;
  };
  const accepted = [1, 2].map(() => enqueue(job));
  await Promise.resolve();
  accepted.push(...[1, 2, 3].map(() => enqueue(job)));
  await expect(enqueue(job)).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  release.resolve();
  await Promise.all(accepted);
  expect(most).toBe(2);
});
