import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  refund,
  refundSources,
  settleRefunds,
  type RefundDeps,
  type RefundRequest,
} from "../../app/contracts/billing/refunds/refund.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import { contractId, changeContract } from "../../app/contracts/store/contract-store.server.ts";
import { withEvent } from "../../app/model/contracts/history.ts";
import { CARDS, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";
import { freePort } from "../support/ports.ts";

// What an admin pays back, through Stripe or by hand.

const harness = contractHooks();
let deps: RefundDeps;
beforeAll(async () => {
  const { clock } = harness.context();
  deps = { ...harness.lake.store, clock, stripe: harness.stripe };
});

/** Where the stand-in of Stripe listens. */
function address() {
  const { hostname, port } = new URL(harness.standIn.origin);
  return { host: hostname, port, protocol: "http" as const };
}

const report = (error: unknown) => {
  throw error;
};
const stored = (id: string) => harness.stored(id.slice("contract.".length));

/** An order of 12.00 that was paid by card. */
async function paidByCard(): Promise<string> {
  const form = orderForm();
  const submissionId = String(form.get("submissionId"));
  const id = contractId(submissionId);
  await harness.submit(form);
  const { result } = await harness.pay(submissionId, 1_200);
  if (!("clientSecret" in result)) throw new Error(result.error);
  await harness.confirm(result.clientSecret, CARDS.good);
  await reconcileContract(deps, harness.stripe, id);
  return id;
}

/** An order by invoice of which a cheque over 20.00 was received. */
async function paidByCheque(): Promise<string> {
  const form = orderForm({ paymentMethod: "invoice" });
  await harness.submit(form);
  const id = contractId(String(form.get("submissionId")));
  await changeContract(deps, id, ({ history }) => ({
    fields: {
      status: "completed",
      "payment.paymentStatus": "completed",
      "payment.receivedAmount": 2_000,
      history: withEvent(history, { _key: "received-1", at: "", kind: "received", amountCents: 2_000 }),
    },
  }));
  return id;
}

async function requestFor(id: string, fields: Partial<RefundRequest> = {}): Promise<RefundRequest> {
  const contract = await stored(id);
  const { sources } = await refundSources(deps, contract, report);
  return {
    id,
    rev: contract._rev,
    source: sources[0]?.id ?? "",
    amountCents: 500,
    reason: "Not needed",
    by: "ada@example.com",
    nonce: randomUUID(),
    ...fields,
  };
}

const refundsOf = async (id: string) =>
  (await stored(id)).history
    ?.filter(({ kind }) => kind === "refunded")
    .map(({ by, amountCents, note }) => [by, amountCents, note]);

const chargeOf = async (id: string) => {
  const { stripePaymentIntent } = (await stored(id)).payment;
  return (await harness.stripe.charges.list({ payment_intent: stripePaymentIntent })).data[0];
};

describe("a card payment", () => {
  let id: string;
  beforeEach(async () => {
    id = await paidByCard();
  });

  test("is refunded in part, then wholly, and says so", async () => {
    expect(await refund(deps, await requestFor(id))).toEqual({ status: "done" });
    expect(await stored(id)).toMatchObject({ payment: { refundedAmount: 500 }, paymentState: "paid" });
    expect(await refundsOf(id)).toEqual([["ada@example.com", 500, "Not needed"]]);
    const { sources } = await refundSources(deps, await stored(id), report);
    expect(sources).toMatchObject([
      { leftCents: 700, label: expect.stringMatching(/^\$12\.00 on .*Visa ending/) },
    ]);
    expect(await refund(deps, await requestFor(id, { amountCents: 700 }))).toEqual({ status: "done" });
    expect(await stored(id)).toMatchObject({ payment: { refundedAmount: 1_200 }, paymentState: "refunded" });
    expect((await refundSources(deps, await stored(id), report)).sources).toEqual([]);
  });

  test("is refunded once, pressed twice at once or one after the other", async () => {
    const request = await requestFor(id);
    const both = await Promise.all([refund(deps, request), refund(deps, request)]);
    expect(both).toEqual([{ status: "done" }, { status: "done" }]);
    expect(await refund(deps, request)).toEqual({ status: "done" });
    expect((await chargeOf(id))?.amount_refunded).toBe(500);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test("is refunded once when six admins refund 30 percent at once", async () => {
    const { rev, source } = await requestFor(id);
    const wanted = await Promise.all(
      Array.from({ length: 6 }, () => requestFor(id, { amountCents: 360, rev, source })),
    );
    const outcomes = await Promise.all(wanted.map((one) => refund(deps, one)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "conflict"),
      "done",
    ]);
    expect((await chargeOf(id))?.amount_refunded).toBe(360);
    expect((await stored(id)).payment).toMatchObject({ refundedAmount: 360, pendingRefunds: [] });
  });

  /** Its library tries once more after a connection that closed, whatever it is told. */
  const cutOff = (kind: "drop-before" | "drop-after") => {
    void harness.standIn.fail({ method: "POST", path: /\/refunds$/, kind, times: 2 });
    return { ...deps, stripe: new Stripe("sk_test_double", { ...address(), maxNetworkRetries: 0 }) };
  };

  test.each(["drop-before", "drop-after"] as const)(
    "that was cut off in Stripe's refund (%s) is made by billing, once",
    async (kind) => {
      const request = await requestFor(id);
      expect(await refund(cutOff(kind), request)).toEqual({ status: "unknown" });
      expect((await stored(id)).payment.pendingRefunds).toHaveLength(1);
      // What is about to be refunded is not there to be refunded again.
      expect(await refund(deps, await requestFor(id, { amountCents: 900 }))).toEqual({ status: "too-much" });
      const run = () => settleRefunds({ ...deps, stripe: harness.stripe }, id);
      await Promise.all([run(), run()]);
      await run();
      expect(await refundsOf(id)).toEqual([["ada@example.com", 500, "Not needed"]]);
      expect((await stored(id)).payment).toMatchObject({ refundedAmount: 500, pendingRefunds: [] });
      expect((await chargeOf(id))?.amount_refunded).toBe(500);
      expect(await refund(deps, request)).toEqual({ status: "done" });
    },
  );

  test("that was cut off is found among more refunds than come with a charge, when Stripe has forgotten its key", async () => {
    const request = await requestFor(id);
    expect(await refund(cutOff("drop-after"), request)).toEqual({ status: "unknown" });
    for (let one = 0; one < 12; one++)
      await harness.stripe.refunds.create({ charge: request.source, amount: 1 });
    harness.standIn.state.answers.clear();
    await settleRefunds({ ...deps, stripe: harness.stripe }, id);
    expect((await chargeOf(id))?.amount_refunded).toBe(512);
    expect((await stored(id)).payment).toMatchObject({ refundedAmount: 512, pendingRefunds: [] });
    expect(await refundsOf(id)).toHaveLength(13);
  });

  test("that Stripe refuses after all is dropped, and the timeline says so", async () => {
    const request = await requestFor(id);
    expect(await refund(cutOff("drop-before"), request)).toEqual({ status: "unknown" });
    await harness.stripe.refunds.create({ charge: request.source });
    await settleRefunds({ ...deps, stripe: harness.stripe }, id);
    const after = await stored(id);
    expect(after.payment).toMatchObject({ refundedAmount: 1_200, pendingRefunds: [] });
    expect(after.history).toContainEqual(
      expect.objectContaining({ kind: "refund-refused", by: "ada@example.com", amountCents: 500 }),
    );
  });

  test("is left alone when the contract was changed since, or more is asked for than there is", async () => {
    expect(await refund(deps, await requestFor(id, { rev: "another" }))).toEqual({ status: "conflict" });
    expect(await refund(deps, await requestFor(id, { amountCents: 1_201 }))).toEqual({ status: "too-much" });
    expect((await chargeOf(id))?.amount_refunded).toBe(0);
    expect(await refundsOf(id)).toEqual([]);
  });

  test("of another contract cannot be refunded", async () => {
    const source = (await chargeOf(await paidByCard()))?.id ?? "";
    expect(await refund(deps, await requestFor(id, { source }))).toEqual({ status: "missing" });
  });

  test("is not said to be refunded while Stripe does not answer", async () => {
    const request = await requestFor(id);
    const away = new Stripe("sk_test_double", {
      host: "127.0.0.1",
      port: await freePort(),
      protocol: "http",
      maxNetworkRetries: 0,
    });
    expect(await refund({ ...deps, stripe: away }, request)).toEqual({ status: "unknown" });
    const errors: unknown[] = [];
    const seen = await refundSources({ stripe: away }, await stored(id), (error) => errors.push(error));
    expect(seen).toEqual({ sources: [], reached: false });
    expect(errors).toHaveLength(1);
    expect(await refundsOf(id)).toEqual([]);
    expect(await refund(deps, request)).toEqual({ status: "done" });
  });

  test("keeps its refund and its admin when Stripe's webhook comes first", async () => {
    const charge = await chargeOf(id);
    const request = await requestFor(id);
    await harness.stripe.refunds.create({
      charge: charge?.id ?? "",
      amount: 500,
      metadata: { nonce: request.nonce, by: request.by, note: request.reason },
    });
    await reconcileContract(deps, harness.stripe, id);
    expect(await refund(deps, request)).toEqual({ status: "done" });
    expect(await refundsOf(id)).toEqual([["ada@example.com", 500, "Not needed"]]);
    expect((await chargeOf(id))?.amount_refunded).toBe(500);
  });
});

describe("a cheque", () => {
  let id: string;
  beforeEach(async () => {
    id = await paidByCheque();
  });

  test("is refunded by hand once when six admins do at once", async () => {
    const { rev } = await stored(id).then(({ _rev }) => ({ rev: _rev }));
    const wanted = await Promise.all(Array.from({ length: 6 }, () => requestFor(id, { rev })));
    const outcomes = await Promise.all(wanted.map((one) => refund(deps, one)));
    expect(outcomes.filter(({ status }) => status === "done")).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === "conflict")).toHaveLength(5);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test("is recorded as refunded by hand, once, and never more than came in", async () => {
    const request = await requestFor(id);
    expect(request.source).toBe("by-hand");
    const both = await Promise.all([refund(deps, request), refund(deps, request)]);
    expect(both).toEqual([{ status: "done" }, { status: "done" }]);
    expect(await refund(deps, await requestFor(id, { amountCents: 1_501 }))).toEqual({ status: "too-much" });
    expect(await refund(deps, await requestFor(id, { rev: "another" }))).toEqual({ status: "conflict" });
    expect(await refund(deps, await requestFor(id, { amountCents: 1_500 }))).toEqual({ status: "done" });
    expect(await stored(id)).toMatchObject({ payment: { refundedAmount: 2_000 }, paymentState: "refunded" });
    expect(await refundsOf(id)).toHaveLength(2);
  });
});

test("without money there is nothing to refund", async () => {
  const form = orderForm({ paymentMethod: "invoice" });
  await harness.submit(form);
  const contract = await harness.stored(String(form.get("submissionId")));
  expect(await refundSources(deps, contract, report)).toEqual({ sources: [], reached: true });
});
