import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  cancellationPage,
  type CancellationIntent,
} from "../../app/contracts/billing/renewals/admin-cancellation.server.ts";
import { createRenewals } from "../../app/contracts/billing/renewals/renewals.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import { contractId, type StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { CARDS, mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

// How an admin ends the services of a contract.

const harness = contractHooks();
let renewals: ReturnType<typeof createRenewals>;
const changed: StoredContract[] = [];
beforeAll(async () => {
  const { clock } = harness.context();
  renewals = createRenewals({
    ...harness.lake.store,
    clock,
    stripe: harness.stripe,
    emails: { send: async (contract) => void changed.push(contract) },
    onError: (error) => harness.errors.push(error),
  });
});
afterEach(() => {
  changed.length = 0;
});

const stored = (id: string) => harness.stored(id.slice("contract.".length));

/** An order with services by the month and by the quarter, paid by card: 374.00. */
async function byCard(): Promise<string> {
  const form = orderForm(mixedServices);
  const submissionId = String(form.get("submissionId"));
  const id = contractId(submissionId);
  await harness.submit(form);
  const { payment } = await stored(id);
  const { result } = await harness.pay(submissionId, payment.amountDueToday);
  if (!("clientSecret" in result)) throw new Error(result.error);
  await harness.confirm(result.clientSecret, CARDS.good);
  await reconcileContract({ ...harness.lake.store, clock: harness.context().clock }, harness.stripe, id);
  return id;
}

async function byInvoice(fields: Record<string, string> = mixedServices): Promise<string> {
  const form = orderForm({ ...fields, paymentMethod: "invoice" });
  await harness.submit(form);
  return contractId(String(form.get("submissionId")));
}

async function change(id: string, intent: CancellationIntent, rev?: string, by = "ada@example.com") {
  const seen = rev ?? (await stored(id))._rev;
  return renewals.changeCancellation({ id, rev: seen, intent, by });
}

const pageOf = async (id: string) => cancellationPage(await stored(id), harness.context().now);
const eventsOf = async (id: string) =>
  (await stored(id)).history
    ?.filter(({ kind }) => kind.startsWith("cancel"))
    .map(({ kind, by }) => [kind, by]);

describe.each([
  ["by card", byCard],
  ["by invoice", () => byInvoice()],
])("a contract %s", (_, order) => {
  test("is cancelled with the paid period, and that is revoked", async () => {
    const id = await order();
    expect(await pageOf(id)).toMatchObject({ ends: expect.any(Array), cancelled: null });
    expect(await change(id, "period-end")).toBe("done");
    expect(await pageOf(id)).toMatchObject({
      ends: null,
      cancelled: { by: "ada@example.com", ended: false, confirmed: true, canRevoke: true },
    });
    expect(changed).toHaveLength(1);
    expect(await change(id, "revoke")).toBe("done");
    expect((await pageOf(id)).cancelled).toBeNull();
    expect(await eventsOf(id)).toEqual([
      ["cancellation-requested", "ada@example.com"],
      ["cancellation-revoked", "ada@example.com"],
    ]);
  });

  test("is cancelled at once, for good", async () => {
    const id = await order();
    const { undelivered } = await pageOf(id);
    // Each period but its first day: a month of $32.00 and a quarter of $342.00.
    expect(undelivered.map(({ services }) => services)).toEqual([
      "Database management",
      "Website maintenance",
    ]);
    expect(await change(id, "now")).toBe("done");
    expect(await pageOf(id)).toMatchObject({
      ends: null,
      undelivered,
      cancelled: { ended: true, canRevoke: false },
    });
    expect((await stored(id)).payment.schedule.map(({ nextDate }) => nextDate)).toEqual([
      undefined,
      undefined,
    ]);
    expect(await change(id, "revoke")).toBe("impossible");
  });

  test("is cancelled by one of six admins who do it at once", async () => {
    const id = await order();
    const { _rev } = await stored(id);
    const intents = ["period-end", "now", "period-end", "now", "period-end", "now"] as const;
    const outcomes = await Promise.all(
      intents.map((intent, index) => change(id, intent, _rev, `admin${index}@example.com`)),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => "conflict"), "done"]);
    const winner = outcomes.indexOf("done");
    const { cancelled } = await pageOf(id);
    expect(cancelled).toMatchObject({ by: `admin${winner}@example.com`, ended: intents[winner] === "now" });
    expect(await eventsOf(id)).toContainEqual(["cancellation-requested", `admin${winner}@example.com`]);
    expect((await eventsOf(id))?.filter(([kind]) => kind === "cancellation-requested")).toHaveLength(1);
  });

  test("goes on by one of six admins who revoke at once, and ends when it is cancelled anew", async () => {
    const id = await order();
    expect(await change(id, "period-end")).toBe("done");
    const { _rev } = await stored(id);
    let resumed = 0;
    const count = ({ method, path }: { method?: string; path?: string }) => {
      if (method === "POST" && path?.startsWith("/v1/subscriptions/")) resumed++;
    };
    harness.stripe.on("request", count);
    const admins = Array.from({ length: 6 }, (__, index) => `admin${index}@example.com`);
    const outcomes = await Promise.all(admins.map((by) => change(id, "revoke", _rev, by)));
    harness.stripe.off("request", count);
    expect(outcomes).toContain("done");
    expect(outcomes.filter((outcome) => outcome !== "done" && outcome !== "conflict")).toEqual([]);
    // A mixed subscription takes two requests.
    expect(resumed).toBe((await stored(id)).payment.subscriptionId ? 2 : 0);
    expect((await pageOf(id)).cancelled).toBeNull();
    expect((await eventsOf(id))?.filter(([kind]) => kind === "cancellation-revoked")).toHaveLength(1);
    expect(await change(id, "period-end")).toBe("done");
    expect(await pageOf(id)).toMatchObject({ cancelled: { confirmed: true, canRevoke: true } });
  });

  test("is changed once, pressed twice, and not when it was changed since", async () => {
    const id = await order();
    const { _rev } = await stored(id);
    expect(await change(id, "period-end", "another")).toBe("conflict");
    const both = await Promise.all([change(id, "period-end", _rev), change(id, "period-end", _rev)]);
    expect(both).toEqual(["done", "done"]);
    expect(await change(id, "period-end", _rev)).toBe("done");
    expect(await eventsOf(id)).toEqual([["cancellation-requested", "ada@example.com"]]);
    expect(await change(id, "revoke", _rev)).toBe("conflict");
  });
});

test("without services that go on there is nothing to cancel", async () => {
  const id = await byInvoice({});
  expect(await pageOf(id)).toMatchObject({ ends: null, cancelled: null });
  expect(await change(id, "now")).toBe("impossible");
  expect(await change("contract.none", "now", "rev")).toBe("missing");
});
