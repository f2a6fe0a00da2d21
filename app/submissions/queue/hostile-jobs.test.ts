import { afterEach, expect, test, vi } from "vitest";
import { proxiedLake } from "../../../tests/support/proxied-lake.ts";
import { openQueueDesk, type QueueDesk } from "../../../tests/support/queue-desk.ts";

const proxied = proxiedLake();
let desk: QueueDesk | undefined;
afterEach(() => desk?.close());

test.each([
  { type: "contactSubmission", id: "contact.x/../../../../data/query/production", document: {} },
  { type: "contactSubmission", id: "contact..x", document: {} },
  { type: "contactSubmission", id: { query: "contact.*" }, document: {} },
  { type: "newsletterSubscriber", id: "subscriber.x,account.y", remove: true },
  { type: "newsletterSubscriber", id: "", remove: true },
])("a job in the queue with an id that is none asks the store nothing: %o", async (body) => {
  desk = openQueueDesk(proxied.client(), { maxRefusals: 1 });
  proxied.proxy.clear();
  desk.jobs.put([{ topic: "submission", id: String(body.id), body }]);
  await vi.waitUntil(() => desk?.jobs.open("submission", 1).jobs[0]?.state === "dead");
  expect(proxied.proxy.seen).toEqual([]);
});
