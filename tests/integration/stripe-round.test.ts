import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { catchUp } from "../../app/contracts/billing/renewals/catch-up.server.ts";
import { CARDS, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

// The daily round through paid contracts, for events of Stripe that never came.

const HOUR_MS = 60 * 60 * 1000;

const harness = contractHooks();

async function paid(): Promise<string> {
  const submissionId = randomUUID();
  await harness.submit(orderForm({ submissionId }));
  const { result } = await harness.pay(submissionId, 1_200);
  await harness.confirm("clientSecret" in result ? result.clientSecret : "", CARDS.good);
  await harness.comeBack(submissionId);
  return submissionId;
}

/** One run of the round, so many hours from now. Returns the ids that were checked, and the errors. */
async function run(hours: number) {
  const seen: string[] = [];
  const errors: unknown[] = [];
  const checked = await catchUp({
    ...harness.lake.store,
    clock: () => new Date(Date.now() + hours * HOUR_MS),
    stripe: harness.stripe,
    onReconciled: async ({ _id }) => void seen.push(_id.slice("contract.".length)),
    onError: (error) => void errors.push(error),
  });
  expect(seen).toHaveLength(checked);
  return { seen, errors };
}

test("finds a refund that nobody told of, each contract once a day", async () => {
  const ids = [await paid(), await paid(), await paid()].toSorted();
  const { stripePaymentIntent } = (await harness.stored(ids[1] as string)).payment;
  await harness.stripe.refunds.create({ payment_intent: stripePaymentIntent, amount: 300 });
  expect((await run(0)).seen).toEqual(ids);
  const refunded = await harness.stored(ids[1] as string);
  expect(refunded).toMatchObject({ paymentState: "paid", payment: { refundedAmount: 300 } });
  expect(refunded.history?.at(-1)).toMatchObject({ kind: "refunded", amountCents: 300 });
  expect((await run(23)).seen).toEqual([]);
  expect((await run(24)).seen).toEqual(ids);
});

test("stops while Stripe is away and goes on from there", async () => {
  const [first = "", ...others] = (await run(48)).seen;
  const intent = (await harness.stored(others[0] ?? "")).payment.stripePaymentIntent;
  void harness.standIn.fail({
    method: "GET",
    path: new RegExp(`payment_intents/${intent}`),
    kind: "status",
    status: 500,
    times: 3,
  });
  const away = await run(72);
  expect([away.seen, away.errors.length]).toEqual([[first], 1]);
  expect(await run(73)).toEqual({ seen: others, errors: [] });
});

test("leaves a contract alone whose last change is half a year ago and that does not renew", async () => {
  expect((await run(181 * 24)).seen).toEqual([]);
});
