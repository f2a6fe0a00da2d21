import { expect, test } from "vitest";
import type { OrderResult } from "../../app/contracts/order/contract-action.ts";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import { CARDS, mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

const harness = contractHooks({ mayReport: true });

const idOf = (form: FormData) => String(form.get("submissionId"));
const contractsOf = (id: string) =>
  harness.lake.client.fetch<number>(`count(*[_type == "contract" && _id == $id])`, { id: `contract.${id}` });
const chargesOf = async (id: string) => {
  const { stripePaymentIntent } = (await harness.stored(id)).payment;
  return harness.standIn.state.charges.filter(({ paymentIntent }) => paymentIntent === stripePaymentIntent);
};
function placed(outcome: OrderResult) {
  if (outcome.status !== "placed") throw new Error(JSON.stringify(outcome));
  return outcome;
}
async function secretFor(form: FormData): Promise<string> {
  const { dueTodayCents } = placed((await harness.submit(form)).result);
  const { result } = await harness.pay(idOf(form), dueTodayCents);
  if (!("clientSecret" in result)) throw new Error(result.error);
  return result.clientSecret;
}

test("an order by invoice is stored whole, asks Stripe for nothing and starts no subscription", async () => {
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const before = harness.standIn.state.objects.size;
  expect((await harness.submit(form)).status).toBe(200);
  expect(harness.standIn.state.objects.size).toBe(before);
  expect(await harness.stored(idOf(form))).toMatchObject({
    status: "invoice",
    total: 1_200 + 136_800 + 2_000,
    couponCode: "",
    customServices: [],
    subscription: null,
    agreedPolicy: { version: "3.0" },
    payment: {
      paymentMethod: "invoice",
      useStripe: false,
      paymentStatus: "invoice",
      amountDueToday: 37_400,
      recurringDiscount: 7_200,
      stripePaymentIntent: "",
      subscriptionId: "",
    },
  });
});

test("a one-time order is one charge of what is due today", async () => {
  const form = orderForm();
  const secret = await secretFor(form);
  expect((await harness.stored(idOf(form))).status).toBe("pending");
  await harness.confirm(secret, CARDS.good);
  expect(await harness.comeBack(idOf(form))).toBe("completed");
  expect(await chargesOf(idOf(form))).toMatchObject([{ amount: 1_200 }]);
});

test("recurring services of two frequencies become one subscription, one-time items on its first invoice", async () => {
  const form = orderForm(mixedServices);
  await harness.confirm(await secretFor(form), CARDS.good);
  expect(await harness.comeBack(idOf(form))).toBe("completed");
  expect(await chargesOf(idOf(form))).toMatchObject([{ amount: 37_400 }]);
  const { subscription, payment } = await harness.stored(idOf(form));
  expect(subscription).toEqual({ id: payment.subscriptionId, status: "active" });
  const atStripe = await harness.stripe.subscriptions.retrieve(payment.subscriptionId);
  expect(
    atStripe.items.data.map(({ price }) => [price.unit_amount, price.recurring?.interval_count]),
  ).toEqual([
    [34_200, 3],
    [2_000, 1],
  ]);
});

test("a declined card leaves an error on the order, and a second card pays it", async () => {
  const form = orderForm();
  const secret = await secretFor(form);
  expect((await harness.confirm(secret, CARDS.declined)).error).toMatchObject({
    message: "Your card was declined.",
  });
  expect(await harness.comeBack(idOf(form))).toBe("error");
  const again = await secretFor(form);
  expect(again).toBe(secret);
  await harness.confirm(again, CARDS.good);
  expect(await harness.comeBack(idOf(form))).toBe("completed");
  expect(await chargesOf(idOf(form))).toHaveLength(1);
});

test.each([
  ["one-time", {}],
  ["recurring", mixedServices],
])("a declined card, then invoice: the %s charge is given up and can never be paid", async (_, services) => {
  const form = orderForm(services);
  const secret = await secretFor(form);
  await harness.confirm(secret, CARDS.declined);
  await harness.comeBack(idOf(form));
  form.set("paymentMethod", "invoice");
  placed((await harness.submit(form)).result);
  expect(await harness.stored(idOf(form))).toMatchObject({
    status: "invoice",
    subscription: null,
    payment: { paymentMethod: "invoice", subscriptionId: "" },
  });
  expect(await harness.confirm(secret, CARDS.good)).toHaveProperty("error");
  expect(await harness.comeBack(idOf(form))).toBe("invoice");
  expect(await chargesOf(idOf(form))).toEqual([]);
});

test.each([
  [true, "completed", 1],
  [false, "error", 0],
])("3-D Secure accepted: %s", async (accept, status, charges) => {
  const form = orderForm();
  const secret = await secretFor(form);
  expect((await harness.confirm(secret, CARDS.authenticate)).status).toBe("requires_action");
  expect(await harness.comeBack(idOf(form))).toBe("pending");
  const { stripePaymentIntent } = (await harness.stored(idOf(form))).payment;
  const body = new URLSearchParams({ accept: String(accept) });
  await fetch(`${harness.standIn.origin}/test/authenticate/${stripePaymentIntent}`, { method: "POST", body });
  expect(await harness.comeBack(idOf(form))).toBe(status);
  expect(await chargesOf(idOf(form))).toHaveLength(charges);
});

test("submitted and paid eight times at once: one order, one charge", async () => {
  const form = orderForm(mixedServices);
  const id = idOf(form);
  const copies = Array.from({ length: 8 }, () =>
    orderForm(Object.fromEntries(form) as Record<string, string>),
  );
  const secrets = await Promise.all(copies.map(secretFor));
  expect(new Set(secrets).size).toBe(1);
  await Promise.all(secrets.map((secret) => harness.confirm(secret, CARDS.good)));
  const states = await Promise.all(copies.map(() => harness.comeBack(id)));
  expect(states).toContain("completed");
  expect((await harness.stored(id)).status).toBe("completed");
  expect(await contractsOf(id)).toBe(1);
  expect(await chargesOf(id)).toHaveLength(1);
  const subscriptions = harness.standIn.state.all("subscription");
  expect(subscriptions.filter(({ metadata }) => JSON.stringify(metadata).includes(id))).toHaveLength(1);
});

test("a shown total that is not the catalogue's is answered with 409 and the new one", async () => {
  const form = orderForm({ shownTotal: "100" });
  expect(await harness.submit(form)).toMatchObject({
    status: 409,
    result: {
      status: "prices-changed",
      message: "Prices have changed. Please review your order.",
      totalCents: 1_200,
      coupon: null,
    },
  });
  expect(await contractsOf(idOf(form))).toBe(0);
});

test("who was shown another policy is asked to agree to the one that applies, and orders under it", async () => {
  const message = "The policy has changed. Please read it and agree again.";
  const { hash } = harness.context().policy;
  const form = orderForm({ shownPolicy: "0".repeat(64) });
  expect(await harness.submit(form)).toMatchObject({
    status: 422,
    result: { status: "invalid", message, result: { error: { agreedToTerms: [message] } } },
  });
  expect(await contractsOf(idOf(form))).toBe(0);
  form.set("shownPolicy", hash);
  placed((await harness.submit(form)).result);
  expect((await harness.stored(idOf(form))).agreedPolicy.hash).toBe(hash);
});

test("a tampered amount of the payment request is refused before Stripe hears of it", async () => {
  const form = orderForm();
  await harness.submit(form);
  expect(await harness.pay(idOf(form), 1)).toMatchObject({
    status: 409,
    result: { error: "Prices have changed. Please review your order." },
  });
  expect((await harness.stored(idOf(form))).payment.stripePaymentIntent).toBe("");
});

test("prices that change between order and payment stop the payment", async () => {
  const form = orderForm();
  await harness.submit(form);
  const { catalogue } = harness.context();
  const dearer = catalogue.map((entry) => ({ ...entry, priceCents: entry.priceCents * 2 }));
  expect((await harness.pay(idOf(form), 1_200, { catalogue: dearer })).status).toBe(409);
});

test("an order nobody knows, and one that goes by invoice, cannot be paid", async () => {
  const unknown = await harness.pay(idOf(orderForm()), 1_200);
  expect(unknown).toMatchObject({ status: 404, result: { error: "Failed to create payment intent" } });
  const form = orderForm({ paymentMethod: "invoice" });
  await harness.submit(form);
  expect((await harness.pay(idOf(form), 1_200)).status).toBe(409);
});

test("an accepted order does not change, and who sends another one under its id is told", async () => {
  const form = orderForm({ paymentMethod: "invoice" });
  await harness.submit(form);
  const first = await harness.stored(idOf(form));
  expect((await harness.submit(form)).status).toBe(200);
  form.set("contactInfo.firstName", "Grace");
  expect(await harness.submit(form)).toMatchObject({ status: 409, result: { status: "failed" } });
  expect(await harness.stored(idOf(form))).toEqual(first);
});

test("an order that waits for its card is changed by its own form alone", async () => {
  const form = orderForm();
  await secretFor(form);
  const other = orderForm({ submissionId: idOf(form), "contactInfo.email": "other@example.com" });
  for (const [secret, status] of [
    ["", 422],
    [crypto.randomUUID(), 409],
  ] as const) {
    other.set("orderSecret", secret);
    expect((await harness.submit(other)).status).toBe(status);
  }
  expect(await harness.stored(idOf(form))).toMatchObject({ contactInfo: { email: "ada@example.com" } });
  other.set("orderSecret", idOf(form));
  expect((await harness.submit(other)).status).toBe(200);
  expect(await harness.stored(idOf(form))).toMatchObject({ contactInfo: { email: "other@example.com" } });
});

test("without Stripe, or where cards are switched off, a card order is refused", async () => {
  for (const more of [{ stripe: null }, { cards: false }])
    expect(await harness.submit(orderForm(), more)).toMatchObject({
      status: 400,
      result: { message: contractMessages.cardUnavailable },
    });
});

test("without an id the same content is the same order", async () => {
  const form = () => orderForm({ submissionId: "", paymentMethod: "invoice" });
  const [first, second] = [await harness.submit(form()), await harness.submit(form())];
  expect(placed(first.result).submissionId).toBe(placed(second.result).submissionId);
});

test.each([
  ["off", "Ada Lovelace", 200, ""],
  ["required", "", 422, null],
  ["required", "data:image/png;base64,iVBORw0KGgo=", 200, "data:image/png;base64,iVBORw0KGgo="],
] as const)("signature %s, posted %j", async (signature, posted, status, kept) => {
  const form = orderForm({ paymentMethod: "invoice", signature: posted });
  expect((await harness.submit(form, { signature })).status).toBe(status);
  if (kept !== null) expect((await harness.stored(idOf(form))).signature).toBe(kept);
});
