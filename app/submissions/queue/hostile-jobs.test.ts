import { afterEach, expect, test, vi } from "vitest";
import { openQueueHarness, proxiedLake, type QueueHarness } from "../../../tests/support/queue-harness.ts";
import { WAIT } from "../../../tests/support/timeouts.ts";

const proxied = proxiedLake();
let harness: QueueHarness | undefined;
afterEach(() => harness?.close());

test.each([
  { type: "contactSubmission", id: "contact.x/../../../../data/query/production", document: {} },
  { type: "contactSubmission", id: "contact..x", document: {} },
  { type: "contactSubmission", id: { query: "contact.*" }, document: {} },
  { type: "newsletterSubscriber", id: "subscriber.x,account.y", remove: true },
  { type: "newsletterSubscriber", id: "", remove: true },
])("a job in the queue with an id that is none asks the store nothing: %o", async (body) => {
  harness = openQueueHarness(proxied.client(), { maxRefusals: 1 });
  proxied.proxy.clear();
  await harness.jobs.put([{ topic: "submission", id: String(body.id), body }]);
  await vi.waitUntil(
    async () => (await harness?.jobs.open("submission", 1))?.jobs[0]?.state === "dead",
    WAIT,
  );
  expect(proxied.proxy.seen).toEqual([]);
});
