import { describe, expect, test } from "vitest";
import { startCharge } from "../../app/contracts/payment/charge.server.ts";
import { handleWebhook } from "../../app/contracts/payment/payments.server.ts";
import { ABANDONED_AFTER_MS, OVERDUE_AFTER_MS } from "../../app/contracts/payment/sweep.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import { priceOrder } from "../../app/model/contracts/pricing.ts";
import { choicesOf } from "../../app/model/contracts/services.ts";
import { CARDS, PAYER, mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

const harness = contractHooks({ mayReport: true });

const idOf = (form: FormData) => String(form.get("submissionId"));

async function secretFor(form: FormData): Promise<string> {
  const { result: outcome } = await harness.submit(form);
  if (outcome.status !== "placed") throw new Error(JSON.stringify(outcome));
  const { result } = await harness.pay(idOf(form), outcome.dueTodayCents);
  if (!("clientSecret" in result)) throw new Error(result.error);
  return result.clientSecret;
}

/** The events about one order, in the order in which they happened. */
async function eventsOf(id: string) {
  const { stripePaymentIntent, subscriptionId } = (await harness.stored(id)).payment;
  return harness.standIn.state.events.filter((event) => {
    const text = JSON.stringify(event.data.object);
    return text.includes(stripePaymentIntent) || (subscriptionId !== "" && text.includes(subscriptionId));
  });
}

/** What became of an order, at the site and at Stripe. */
async function whatBecameOf(id: string) {
  const { status, payment } = await harness.stored(id);
  const contracts = await harness.lake.client.fetch<number>(`count(*[_type == "contract" && _id == $id])`, {
    id: contractId(id),
  });
  const charges = harness.standIn.state.charges.filter(
    ({ paymentIntent }) => paymentIntent === payment.stripePaymentIntent,
  );
  return { status, paymentStatus: payment.paymentStatus, contracts, charges: charges.length };
}

const PAID_ONCE = { status: "completed", paymentStatus: "completed", contracts: 1, charges: 1 };

describe.each([
  ["one-time", {}],
  ["recurring", mixedServices],
])("webhook and return of a %s order", (_, services) => {
  test("webhook before the return", async () => {
    const form = orderForm(services);
    await harness.confirm(await secretFor(form), CARDS.good);
    for (const event of await eventsOf(idOf(form))) await harness.deliver(event);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await harness.comeBack(idOf(form))).toBe("completed");
  });

  test("webhook after the return, twice", async () => {
    const form = orderForm(services);
    await harness.confirm(await secretFor(form), CARDS.good);
    await harness.comeBack(idOf(form));
    const { _rev } = await harness.stored(idOf(form));
    for (const event of await eventsOf(idOf(form))) {
      await harness.deliver(event);
      await harness.deliver(event);
    }
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect((await harness.stored(idOf(form)))._rev).toBe(_rev);
  });

  test("webhooks out of order: the failure of the first card arrives last", async () => {
    const form = orderForm(services);
    const secret = await secretFor(form);
    await harness.confirm(secret, CARDS.declined);
    await harness.confirm(secret, CARDS.good);
    for (const event of (await eventsOf(idOf(form))).toReversed()) await harness.deliver(event);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("no webhook and no return: the sweep asks Stripe, and the client gets the receipt", async () => {
    const form = orderForm(services);
    await harness.confirm(await secretFor(form), CARDS.good);
    expect(await harness.sweep(OVERDUE_AFTER_MS + 1000)).toContain(contractId(idOf(form)));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await harness.sweep(OVERDUE_AFTER_MS + 1000)).toEqual([]);
  });

  test("one card declined, another one paid, no webhook and no return: the sweep finds the charge", async () => {
    const form = orderForm(services);
    const secret = await secretFor(form);
    await harness.confirm(secret, CARDS.declined);
    expect(await harness.comeBack(idOf(form))).toBe("error");
    await harness.confirm(secret, CARDS.good);
    expect(await harness.sweep(OVERDUE_AFTER_MS + 1000)).toContain(contractId(idOf(form)));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await harness.sweep(OVERDUE_AFTER_MS + 1000)).toEqual([]);
  });

  test("declined, then placed by invoice and paid: late webhooks do not set it to an error", async () => {
    const form = orderForm(services);
    await harness.confirm(await secretFor(form), CARDS.declined);
    expect(await harness.comeBack(idOf(form))).toBe("error");
    const late = await eventsOf(idOf(form));
    form.set("paymentMethod", "invoice");
    await harness.submit(form);
    const paid = { ...(await harness.stored(idOf(form))), status: "completed" };
    await harness.lake.client.createOrReplace(paid as never);
    for (const event of late) await harness.deliver(event);
    expect((await harness.stored(idOf(form))).status).toBe("completed");
  });

  test("return, webhooks and sweep at the same moment", async () => {
    const form = orderForm(services);
    await harness.confirm(await secretFor(form), CARDS.good);
    await Promise.all([
      harness.comeBack(idOf(form)),
      ...(await eventsOf(idOf(form))).map((event) => harness.deliver(event)),
      harness.sweep(OVERDUE_AFTER_MS + 1000),
    ]);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("killed after each step and begun again", async () => {
    const form = orderForm(services);
    const id = idOf(form);
    await harness.submit(form); // killed: the order is stored, nothing else
    await harness.submit(form);
    const contract = await harness.stored(id);
    const totals = priceOrder(harness.context().catalogue, choicesOf(contract.services));
    const lost = await startCharge(harness.stripe, {
      contractId: contract._id,
      contract,
      payer: PAYER,
      totals,
    }); // killed: not written down
    const secret = await secretFor(form);
    expect(secret).toBe(lost.clientSecret);
    await harness.confirm(secret, CARDS.good); // killed: paid, nobody came back
    expect((await harness.stored(id)).status).toBe("pending");
    expect((await harness.submit(form)).result).toMatchObject({ status: "placed" });
    const retried = await harness.pay(id, totals.dueTodayCents); // the visitor tries once more
    if ("clientSecret" in retried.result) {
      expect(await harness.confirm(retried.result.clientSecret, CARDS.good)).toHaveProperty("error");
    }
    await harness.comeBack(id);
    expect(await whatBecameOf(id)).toEqual(PAID_ONCE);
  });
});

test("a switch to invoice in the moment of the charge: the money counts", async () => {
  const form = orderForm(mixedServices);
  await harness.confirm(await secretFor(form), CARDS.good);
  form.set("paymentMethod", "invoice");
  expect((await harness.submit(form)).result).toMatchObject({ paid: true, paymentMethod: "stripe" });
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("an order changed while its card waits gets a new charge, and the old one cannot be paid", async () => {
  const form = orderForm();
  const old = await secretFor(form);
  form.set("services.secureForm.selected", "on");
  const secret = await secretFor(form);
  expect(secret).not.toBe(old);
  expect(await harness.confirm(old, CARDS.good)).toHaveProperty("error");
  await harness.confirm(secret, CARDS.good);
  await harness.comeBack(idOf(form));
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  expect(harness.standIn.state.charges.at(-1)?.amount).toBe(11_200);
});

test("an abandoned order is cancelled at Stripe and closed", async () => {
  const form = orderForm(mixedServices);
  const secret = await secretFor(form);
  const bare = orderForm();
  await harness.submit(bare); // left before any charge was prepared
  await harness.sweep(OVERDUE_AFTER_MS + 1000);
  expect((await harness.stored(idOf(form))).status).toBe("pending");
  await harness.sweep(ABANDONED_AFTER_MS + 1000);
  expect((await harness.stored(idOf(form))).status).toBe("error");
  expect((await harness.stored(idOf(bare))).status).toBe("error");
  expect(await harness.confirm(secret, CARDS.good)).toHaveProperty("error");
});

test("a declined card that nobody replaces for a day can no longer be replaced", async () => {
  const form = orderForm(mixedServices);
  const secret = await secretFor(form);
  await harness.confirm(secret, CARDS.declined);
  await harness.comeBack(idOf(form));
  await harness.sweep(ABANDONED_AFTER_MS + 1000);
  expect((await harness.stored(idOf(form))).status).toBe("error");
  expect(await harness.confirm(secret, CARDS.good)).toHaveProperty("error");
  // The client comes back after that and pays the same order.
  await harness.confirm(await secretFor(form), CARDS.good);
  await harness.comeBack(idOf(form));
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("an invoice that was switched to while its card was charged is found by the sweep", async () => {
  const form = orderForm();
  await harness.confirm(await secretFor(form), CARDS.good);
  const contract = await harness.stored(idOf(form));
  const { _id } = contract;
  await harness.lake.client
    .patch(_id)
    .set({ status: "invoice", "payment.paymentStatus": "invoice", "payment.paymentMethod": "invoice" })
    .commit();
  expect(await harness.sweep(OVERDUE_AFTER_MS + 1000)).toContain(_id);
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("refund, dispute and cancellation show on the order", async () => {
  const form = orderForm(mixedServices);
  const id = idOf(form);
  await harness.confirm(await secretFor(form), CARDS.good);
  await harness.comeBack(id);
  const { payment } = await harness.stored(id);
  const seen = harness.standIn.state.events.length;
  await harness.stripe.refunds.create({ payment_intent: payment.stripePaymentIntent, amount: 2_000 });
  await harness.stripe.subscriptions.cancel(payment.subscriptionId);
  for (const event of harness.standIn.state.events.slice(seen)) await harness.deliver(event);
  expect(await harness.stored(id)).toMatchObject({
    status: "completed",
    payment: { refundedAmount: 2_000 },
    subscription: { status: "canceled" },
  });
  const before = harness.standIn.state.events.length;
  await fetch(`${harness.standIn.origin}/test/dispute/${payment.stripePaymentIntent}`, { method: "POST" });
  for (const event of harness.standIn.state.events.slice(before)) await harness.deliver(event);
  expect((await harness.stored(id)).payment.disputed).toBe(true);
});

test("an event of an unknown kind is taken, one with a wrong signature is not", async () => {
  const event = {
    id: "evt_unknown",
    object: "event",
    type: "account.updated",
    data: { object: { id: "acct_1", object: "account" } },
  };
  await expect(harness.deliver(event)).resolves.toBeUndefined();
  const forged = harness.stripe.webhooks.generateTestHeaderString({ payload: "{}", secret: "whsec_wrong" });
  const context = { ...harness.store, stripe: harness.stripe, secret: "whsec_test" };
  await expect(handleWebhook(context, "{}", forged)).rejects.toMatchObject({ code: "bad-request" });
  await expect(handleWebhook(context, "{}", null)).rejects.toMatchObject({ code: "bad-request" });
});

test.each([
  ["five minutes and a second ago", -301, "t=", false],
  ["four minutes ago", -240, "t=", true],
  ["half a minute ahead", 30, "t=", true],
  ["a minute and a half ahead", 90, "t=", false],
  ["next year", 365 * 24 * 3_600, "t=", false],
  ["next year, written another way", 365 * 24 * 3_600, "t= +", false],
])("an event signed %s: %i s", async (_when, ahead, written, isTaken) => {
  const payload = JSON.stringify({
    id: `evt_signed_${Math.abs(ahead)}`,
    object: "event",
    type: "account.updated",
    data: { object: { id: "acct_1", object: "account" } },
  });
  const secret = "whsec_times";
  const timestamp = Math.floor(Date.now() / 1000) + ahead;
  const signature = harness.stripe.webhooks
    .generateTestHeaderString({ payload, secret, timestamp })
    .replace("t=", written);
  const delivered = handleWebhook({ ...harness.store, stripe: harness.stripe, secret }, payload, signature);
  const outcome = await delivered.then(
    () => "taken",
    (error: { code: string }) => error.code,
  );
  expect(outcome).toBe(isTaken ? "taken" : "bad-request");
});

describe("answers that get lost", () => {
  test.each([
    ["/v1/customers$", {}],
    ["/v1/payment_intents$", {}],
    ["/v1/products$", mixedServices],
    ["/v1/subscriptions$", mixedServices],
  ])("Stripe did %s but the answer was lost", async (path, services) => {
    const form = orderForm(services);
    harness.standIn.fail({ method: "POST", path: new RegExp(path), kind: "drop-after" });
    await harness.confirm(await secretFor(form), CARDS.good);
    await harness.comeBack(idOf(form));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("Stripe is down: the order says so, and a later try pays it", async () => {
    const form = orderForm();
    harness.standIn.fail({ method: "POST", path: /customers/, kind: "status", status: 500, times: 3 });
    await harness.submit(form);
    expect(await harness.pay(idOf(form), 1_200)).toMatchObject({
      status: 502,
      result: { error: "Failed to create payment intent" },
    });
    expect(await whatBecameOf(idOf(form))).toMatchObject({ status: "error", paymentStatus: "error" });
    await harness.confirm(await secretFor(form), CARDS.good);
    await harness.comeBack(idOf(form));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });
});
