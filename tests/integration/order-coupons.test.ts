import { clientFor } from "lakelet/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { CARDS, mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

const harness = contractHooks({ mayReport: true });
beforeAll(async () => {
  const client = harness.lake.client;
  const coupon = (code: string, fields: Record<string, unknown>) =>
    client.create({ _id: `coupon.${code.toLowerCase()}`, _type: "coupon", code, active: true, ...fields });
  await coupon("TENTH", { percentOff: 10 });
  await coupon("FIFTY", { centsOff: 5_000 });
  await coupon("GIFT", { percentOff: 100 });
  await coupon("OFF", { percentOff: 10, active: false });
  await coupon("OVER", { percentOff: 10, validUntil: "2020-01-01T00:00:00Z" });
  await coupon("SOON", { percentOff: 10, validFrom: "2999-01-01T00:00:00Z" });
  await coupon("NOW", {
    centsOff: 100,
    validFrom: "2020-01-01T00:00:00Z",
    validUntil: "2999-01-01T00:00:00Z",
  });
  await coupon("BOTH", { percentOff: 10, centsOff: 100 });
  await coupon("NEITHER", {});
  await coupon("HALF", { percentOff: 0.5 });
  await coupon("TOOMUCH", { percentOff: 101 });
  await coupon("NEGATIVE", { centsOff: -100 });
  await client.create({
    _id: "drafts.coupon.draft",
    _type: "coupon",
    code: "DRAFT",
    active: true,
    percentOff: 50,
  });
});

const idOf = (form: FormData) => String(form.get("submissionId"));
const on = { coupons: true };

async function paidWith(form: FormData) {
  const { result: outcome } = await harness.submit(form, on);
  if (outcome.status !== "placed") throw new Error(JSON.stringify(outcome));
  const { result } = await harness.pay(idOf(form), outcome.dueTodayCents, on);
  if (!("clientSecret" in result)) throw new Error(result.error);
  await harness.confirm(result.clientSecret, CARDS.good);
  expect(await harness.comeBack(idOf(form))).toBe("completed");
  const contract = await harness.stored(idOf(form));
  const charges = harness.standIn.state.charges.filter(
    ({ paymentIntent }) => paymentIntent === contract.payment.stripePaymentIntent,
  );
  return { contract, charged: charges.map(({ amount }) => amount) };
}

describe("which codes count", () => {
  test.each(["TENTH", " tenth ", "FIFTY", "GIFT", "NOW"])("%j does", async (code) => {
    const form = orderForm({ paymentMethod: "invoice", couponCode: code });
    expect((await harness.submit(form, on)).status).toBe(200);
    expect((await harness.stored(idOf(form))).couponCode).toBe(code.trim().toUpperCase());
  });

  test.each([
    "NONE",
    "OFF",
    "OVER",
    "SOON",
    "BOTH",
    "NEITHER",
    "HALF",
    "TOOMUCH",
    "NEGATIVE",
    "DRAFT",
    '" || true || "',
    "*",
  ])("%j does not, and nothing is stored", async (code) => {
    const form = orderForm({ paymentMethod: "invoice", couponCode: code });
    expect(await harness.submit(form, on)).toMatchObject({
      status: 422,
      result: {
        status: "invalid",
        message: "This coupon code is not valid.",
        result: { error: { couponCode: ["This coupon code is not valid."] } },
      },
    });
    await expect(harness.stored(idOf(form))).rejects.toThrow(/No order/);
  });

  test("nobody can list them without a token", async () => {
    const anyone = clientFor(harness.lake.origin);
    expect(await anyone.fetch(`*[_type == "coupon"]`)).toEqual([]);
    expect(await anyone.fetch(`count(*[_id in path("coupon.*")])`)).toBe(0);
    expect(await anyone.getDocument("coupon.tenth")).toBeUndefined();
  });
});

test("switched off (the default), a posted code is ignored", async () => {
  const form = orderForm({ paymentMethod: "invoice", couponCode: "TENTH" });
  expect((await harness.submit(form)).status).toBe(200);
  expect(await harness.stored(idOf(form))).toMatchObject({
    couponCode: "",
    total: 1_200,
    payment: { couponDiscount: 0 },
  });
});

test("a one-time order is charged what is left", async () => {
  const { contract, charged } = await paidWith(orderForm({ couponCode: "tenth" }));
  expect(contract).toMatchObject({
    couponCode: "TENTH",
    total: 1_080,
    payment: { amount: 1_080, amountDueToday: 1_080, oneTimeTotal: 1_080, couponDiscount: 120 },
  });
  expect(charged).toEqual([1_080]);
});

test.each([
  ["TENTH", 3_740],
  ["FIFTY", 5_000],
])("%s on an order with recurring services counts once: the later payments stay whole", async (code, off) => {
  const { contract, charged } = await paidWith(orderForm({ ...mixedServices, couponCode: code }));
  expect(charged).toEqual([37_400 - off]);
  expect(contract).toMatchObject({
    total: 140_000 - off,
    payment: {
      amountDueToday: 37_400 - off,
      couponDiscount: off,
      recurringDiscount: 7_200,
      schedule: [{ amountCents: 2_000 }, { amountCents: 34_200 }],
    },
  });
  const { oneTimeTotal, recurringTotal, amount } = contract.payment;
  expect(oneTimeTotal + recurringTotal).toBe(amount);
  const atStripe = await harness.stripe.subscriptions.retrieve(contract.payment.subscriptionId);
  expect(atStripe.items.data.map(({ price }) => price.unit_amount)).toEqual([34_200, 2_000]);
});

test("a code that stops counting, or counts differently, is a change of price: 409 and the new total", async () => {
  const client = harness.lake.client;
  await client.create({ _id: "coupon.brief", _type: "coupon", code: "BRIEF", active: true, percentOff: 50 });
  const form = orderForm({ couponCode: "BRIEF", shownTotal: "600" });
  await client.patch("coupon.brief").set({ percentOff: 25 }).commit();
  expect(await harness.submit(form, on)).toMatchObject({
    status: 409,
    result: { status: "prices-changed", totalCents: 900, coupon: { code: "BRIEF", percentOff: 25 } },
  });
  form.set("shownTotal", "900");
  expect((await harness.submit(form, on)).status).toBe(200);
  await client.patch("coupon.brief").set({ active: false }).commit();
  // Between the order and its card.
  expect(await harness.pay(idOf(form), 900, on)).toMatchObject({
    status: 409,
    result: { error: "Prices have changed. Please review your order." },
  });
  expect(await harness.submit(form, on)).toMatchObject({
    status: 409,
    result: { status: "prices-changed", totalCents: 1_200, coupon: null },
  });
});

test("an accepted order stays accepted when its code ends before its answer arrived", async () => {
  const client = harness.lake.client;
  await client.create({ _id: "coupon.last", _type: "coupon", code: "LAST", active: true, percentOff: 50 });
  const form = orderForm({ couponCode: "LAST", shownTotal: "600", paymentMethod: "invoice" });
  expect((await harness.submit(form, on)).status).toBe(200);
  await client.delete("coupon.last");
  expect((await harness.submit(form, on)).status).toBe(200);
  expect((await harness.stored(idOf(form))).total).toBe(600);
});

test("a card is not asked for nothing; an invoice over nothing is an order", async () => {
  const form = orderForm({ couponCode: "GIFT" });
  expect(await harness.submit(form, on)).toMatchObject({
    status: 400,
    result: { message: "There is nothing to charge a card today. Please choose invoice payment." },
  });
  form.set("paymentMethod", "invoice");
  expect((await harness.submit(form, on)).status).toBe(200);
  expect((await harness.stored(idOf(form))).total).toBe(0);
});

describe("what else the client would like", () => {
  test("is kept with the order, without a price and without a client's word on it", async () => {
    const form = orderForm({
      paymentMethod: "invoice",
      wish: "  A logo \n",
      "customServices[0].price": "-100",
    });
    expect((await harness.submit(form, { customServices: true })).status).toBe(200);
    expect(await harness.stored(idOf(form))).toMatchObject({
      total: 1_200,
      customServices: [{ description: "A logo", price: 0 }],
    });
  });

  test("is ignored when custom services are switched off, and refused when it is a novel", async () => {
    const form = orderForm({ paymentMethod: "invoice", wish: "A logo" });
    await harness.submit(form);
    expect((await harness.stored(idOf(form))).customServices).toEqual([]);
    const novel = orderForm({ paymentMethod: "invoice", wish: "x".repeat(5_001) });
    expect((await harness.submit(novel, { customServices: true })).status).toBe(422);
  });
});
