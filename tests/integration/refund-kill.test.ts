import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { kinds, startRenewals } from "../support/renewals.ts";
import { WAIT } from "../support/timeouts.ts";

// A site process that dies (SIGKILL) between storing what an admin wants and Stripe's answer.

let site: Awaited<ReturnType<typeof startRenewals>>;
let uuid: string;
let cookie: string;
beforeEach(async () => {
  site = await startRenewals("2027-03-10");
  uuid = await site.order("stripe", "annually");
  cookie = await sessionCookie(site.dataDir);
});
afterEach(async () => {
  expect(site.standIn.state.unknownRequests).toEqual([]);
  await site.close();
});

const post = (page: "refund" | "cancel", fields: Record<string, string>) =>
  postForm(`${site.origin}/admin/contracts/contract.${uuid}/${page}`, fields, { cookie });

/** Kills the site while Stripe holds a call, starts it again, and lets its hourly job run twice. */
async function killDuring(held: Promise<void>, asked: Promise<Response>): Promise<StoredContract> {
  const lost = asked.catch(() => null);
  await held;
  await site.kill();
  await lost;
  await site.restart();
  await site.goTo("2027-03-11");
  await site.goTo("2027-03-12");
  return site.stored(uuid);
}

test("a refund that Stripe has made is noted by the job, and made once", async () => {
  const { _rev } = await vi.waitUntil(async () => {
    const contract = await site.stored(uuid);
    return contract.status === "completed" && contract;
  }, WAIT);
  const [charge] = site.charges(uuid);
  const held = site.standIn.fail({ method: "POST", path: /\/refunds$/, kind: "hang-after" });
  const amounts = { amount: "100.00", confirmation: "100.00", reason: "Goodwill" };
  const asked = post("refund", { ...amounts, source: charge?.id ?? "", rev: _rev, nonce: randomUUID() });
  const after = await killDuring(held, asked);
  expect(site.charges(uuid)[0]).toMatchObject({ amount_refunded: 10_000 });
  expect(after.payment).toMatchObject({ refundedAmount: 10_000, pendingRefunds: [] });
  expect(kinds(after).filter((known) => known === "refunded")).toHaveLength(1);
  const emails = (await site.emails(uuid)).filter((kind) => kind?.startsWith("refund-"));
  expect(emails).toHaveLength(1);
});

test("a cancellation that Stripe has not heard of is told by the job", async () => {
  const { _rev } = await vi.waitUntil(async () => {
    const contract = await site.stored(uuid);
    return contract.status === "completed" && contract;
  }, WAIT);
  const held = site.standIn.fail({ method: "POST", path: /\/subscriptions\/[^/]+$/, kind: "hang-before" });
  const after = await killDuring(held, post("cancel", { intent: "period-end", rev: _rev }));
  expect(after.cancellation).toMatchObject({ by: "ada@example.com", endsOn: "2028-03-10", endedAt: "" });
  expect(after.cancellation?.confirmedAt).not.toBe("");
  expect(kinds(after).filter((known) => known === "cancellation-requested")).toHaveLength(1);
});
