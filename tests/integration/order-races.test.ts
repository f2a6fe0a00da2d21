import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contractId } from "../../app/contracts/contract-store.server.ts";
import { startCharge } from "../../app/contracts/charge.server.ts";
import { priceOrder } from "../../app/contracts/pricing.ts";
import { choicesOf } from "../../app/contracts/services.ts";
import { ABANDONED_AFTER, OVERDUE_AFTER } from "../../app/contracts/sweep.server.ts";
import { CARDS, mixedServices, openOrderDesk, orderForm, type OrderDesk } from "../support/order-desk.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await openOrderDesk();
});
afterAll(() => desk.close());
afterEach(() => expect(desk.double.state.unknownRequests).toEqual([]));

const idOf = (form: FormData) => String(form.get("submissionId"));

async function secretFor(form: FormData): Promise<string> {
  const { outcome } = await desk.submit(form);
  if (outcome.status !== "placed") throw new Error(JSON.stringify(outcome));
  const { answer } = await desk.pay(idOf(form), outcome.dueTodayCents);
  if (!("clientSecret" in answer)) throw new Error(answer.error);
  return answer.clientSecret;
}

/** The events about one order, in the order in which they happened. */
async function eventsOf(id: string) {
  const { stripePaymentIntent, subscriptionId } = (await desk.stored(id)).payment;
  return desk.double.state.events.filter((event) => {
    const text = JSON.stringify(event.data.object);
    return text.includes(stripePaymentIntent) || (subscriptionId !== "" && text.includes(subscriptionId));
  });
}

/** What became of an order, at the site and at Stripe. */
async function whatBecameOf(id: string) {
  const { status, payment } = await desk.stored(id);
  const contracts = await desk.lake.client.fetch<number>(`count(*[_type == "contract" && _id == $id])`, {
    id: contractId(id),
  });
  const charges = desk.double.state.charges.filter(
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
    await desk.confirm(await secretFor(form), CARDS.good);
    for (const event of await eventsOf(idOf(form))) await desk.deliver(event);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await desk.comeBack(idOf(form))).toBe("completed");
  });

  test("webhook after the return, twice", async () => {
    const form = orderForm(services);
    await desk.confirm(await secretFor(form), CARDS.good);
    await desk.comeBack(idOf(form));
    const { _rev } = await desk.stored(idOf(form));
    for (const event of await eventsOf(idOf(form))) {
      await desk.deliver(event);
      await desk.deliver(event);
    }
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect((await desk.stored(idOf(form)))._rev).toBe(_rev);
  });

  test("webhooks out of order: the failure of the first card arrives last", async () => {
    const form = orderForm(services);
    const secret = await secretFor(form);
    await desk.confirm(secret, CARDS.declined);
    await desk.confirm(secret, CARDS.good);
    for (const event of (await eventsOf(idOf(form))).toReversed()) await desk.deliver(event);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("no webhook and no return: the sweep asks Stripe, and the client gets the receipt", async () => {
    const form = orderForm(services);
    await desk.confirm(await secretFor(form), CARDS.good);
    expect(await desk.sweep(OVERDUE_AFTER + 1000)).toContain(contractId(idOf(form)));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await desk.sweep(OVERDUE_AFTER + 1000)).toEqual([]);
  });

  test("one card declined, another one paid, no webhook and no return: the sweep finds the charge", async () => {
    const form = orderForm(services);
    const secret = await secretFor(form);
    await desk.confirm(secret, CARDS.declined);
    expect(await desk.comeBack(idOf(form))).toBe("error");
    await desk.confirm(secret, CARDS.good);
    expect(await desk.sweep(OVERDUE_AFTER + 1000)).toContain(contractId(idOf(form)));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
    expect(await desk.sweep(OVERDUE_AFTER + 1000)).toEqual([]);
  });

  test("return, webhooks and sweep at the same moment", async () => {
    const form = orderForm(services);
    await desk.confirm(await secretFor(form), CARDS.good);
    await Promise.all([
      desk.comeBack(idOf(form)),
      ...(await eventsOf(idOf(form))).map((event) => desk.deliver(event)),
      desk.sweep(OVERDUE_AFTER + 1000),
    ]);
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("killed after each step and begun again", async () => {
    const form = orderForm(services);
    const id = idOf(form);
    await desk.submit(form); // killed: the order is stored, nothing else
    await desk.submit(form);
    const contract = await desk.stored(id);
    const totals = priceOrder(desk.context().catalogue, choicesOf(contract.services));
    const lost = await startCharge(desk.stripe, { contractId: contract._id, contract, totals }); // killed: not written down
    const secret = await secretFor(form);
    expect(secret).toBe(lost.clientSecret);
    await desk.confirm(secret, CARDS.good); // killed: paid, nobody came back
    expect((await desk.stored(id)).status).toBe("pending");
    expect((await desk.submit(form)).outcome).toMatchObject({ status: "placed" });
    const retried = await desk.pay(id, totals.dueTodayCents); // the visitor tries once more
    if ("clientSecret" in retried.answer) {
      expect(await desk.confirm(retried.answer.clientSecret, CARDS.good)).toHaveProperty("error");
    }
    await desk.comeBack(id);
    expect(await whatBecameOf(id)).toEqual(PAID_ONCE);
  });
});

test("a switch to invoice in the moment of the charge: the money counts", async () => {
  const form = orderForm(mixedServices);
  await desk.confirm(await secretFor(form), CARDS.good);
  form.set("paymentMethod", "invoice");
  expect((await desk.submit(form)).outcome).toMatchObject({ paid: true, paymentMethod: "stripe" });
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("an order changed while its card waits gets a new charge, and the old one cannot be paid", async () => {
  const form = orderForm();
  const old = await secretFor(form);
  form.set("services.secureForm.selected", "on");
  const secret = await secretFor(form);
  expect(secret).not.toBe(old);
  expect(await desk.confirm(old, CARDS.good)).toHaveProperty("error");
  await desk.confirm(secret, CARDS.good);
  await desk.comeBack(idOf(form));
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  expect(desk.double.state.charges.at(-1)?.amount).toBe(11_200);
});

test("an abandoned order is cancelled at Stripe and closed", async () => {
  const form = orderForm(mixedServices);
  const secret = await secretFor(form);
  const bare = orderForm();
  await desk.submit(bare); // left before any charge was prepared
  await desk.sweep(OVERDUE_AFTER + 1000);
  expect((await desk.stored(idOf(form))).status).toBe("pending");
  await desk.sweep(ABANDONED_AFTER + 1000);
  expect((await desk.stored(idOf(form))).status).toBe("error");
  expect((await desk.stored(idOf(bare))).status).toBe("error");
  expect(await desk.confirm(secret, CARDS.good)).toHaveProperty("error");
});

test("a declined card that nobody replaces for a day can no longer be replaced", async () => {
  const form = orderForm(mixedServices);
  const secret = await secretFor(form);
  await desk.confirm(secret, CARDS.declined);
  await desk.comeBack(idOf(form));
  await desk.sweep(ABANDONED_AFTER + 1000);
  expect((await desk.stored(idOf(form))).status).toBe("error");
  expect(await desk.confirm(secret, CARDS.good)).toHaveProperty("error");
  // The client comes back after that and pays the same order.
  await desk.confirm(await secretFor(form), CARDS.good);
  await desk.comeBack(idOf(form));
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("an invoice that was switched to while its card was charged is found by the sweep", async () => {
  const form = orderForm();
  await desk.confirm(await secretFor(form), CARDS.good);
  const contract = await desk.stored(idOf(form));
  const { _id } = contract;
  await desk.lake.client
    .patch(_id)
    .set({ status: "invoice", "payment.paymentStatus": "invoice", "payment.paymentMethod": "invoice" })
    .commit();
  expect(await desk.sweep(OVERDUE_AFTER + 1000)).toContain(_id);
  expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
});

test("refund, dispute and cancellation show on the order", async () => {
  const form = orderForm(mixedServices);
  const id = idOf(form);
  await desk.confirm(await secretFor(form), CARDS.good);
  await desk.comeBack(id);
  const { payment } = await desk.stored(id);
  const seen = desk.double.state.events.length;
  await desk.stripe.refunds.create({ payment_intent: payment.stripePaymentIntent, amount: 2_000 });
  await desk.stripe.subscriptions.cancel(payment.subscriptionId);
  for (const event of desk.double.state.events.slice(seen)) await desk.deliver(event);
  expect(await desk.stored(id)).toMatchObject({
    status: "completed",
    payment: { refundedAmount: 2_000 },
    subscription: { status: "canceled" },
  });
  const before = desk.double.state.events.length;
  await fetch(`${desk.double.origin}/test/dispute/${payment.stripePaymentIntent}`, { method: "POST" });
  for (const event of desk.double.state.events.slice(before)) await desk.deliver(event);
  expect((await desk.stored(id)).payment.disputed).toBe(true);
});

test("an event of an unknown kind is taken, one with a wrong signature is not", async () => {
  const event = {
    id: "evt_unknown",
    object: "event",
    type: "account.updated",
    data: { object: { id: "acct_1", object: "account" } },
  };
  await expect(desk.deliver(event)).resolves.toBeUndefined();
  const forged = desk.stripe.webhooks.generateTestHeaderString({ payload: "{}", secret: "whsec_wrong" });
  const { handleWebhook } = await import("../../app/contracts/webhook.server.ts");
  const context = { ...desk.lake.store, stripe: desk.stripe, secret: "whsec_test" };
  await expect(handleWebhook(context, "{}", forged)).rejects.toMatchObject({ code: "bad-request" });
  await expect(handleWebhook(context, "{}", null)).rejects.toMatchObject({ code: "bad-request" });
});

describe("answers that get lost", () => {
  test.each([
    ["/v1/customers$", {}],
    ["/v1/payment_intents$", {}],
    ["/v1/products$", mixedServices],
    ["/v1/subscriptions$", mixedServices],
  ])("Stripe did %s but the answer was lost", async (path, services) => {
    const form = orderForm(services);
    desk.double.fail({ method: "POST", path: new RegExp(path), kind: "drop-after" });
    await desk.confirm(await secretFor(form), CARDS.good);
    await desk.comeBack(idOf(form));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });

  test("Stripe is down: the order says so, and a later try pays it", async () => {
    const form = orderForm();
    desk.double.fail({ method: "POST", path: /customers/, kind: "status", status: 500, times: 3 });
    await desk.submit(form);
    expect(await desk.pay(idOf(form), 1_200)).toEqual({
      status: 502,
      answer: { error: "Failed to create payment intent" },
    });
    expect(await whatBecameOf(idOf(form))).toMatchObject({ status: "error", paymentStatus: "error" });
    await desk.confirm(await secretFor(form), CARDS.good);
    await desk.comeBack(idOf(form));
    expect(await whatBecameOf(idOf(form))).toEqual(PAID_ONCE);
  });
});
