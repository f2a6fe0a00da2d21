import Stripe from "stripe";
import { expect, test } from "vitest";
import { choicesIn } from "../../app/contracts/order/form-values.ts";
import { handlePaymentRequest } from "../../app/contracts/order/payment-request.server.ts";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import {
  billingOf,
  CARDS,
  cardMethod,
  mixedServices,
  orderForm,
  type PlacedOrder,
} from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

// Name and email of the card form are the payer's: at Stripe, in the contract, and in the request.

const harness = contractHooks();

const GRACE = { name: "Grace Hopper", email: "grace@example.com" };
const ALAN = { name: "Alan Turing", email: "alan@example.com" };

async function ordered(fields: Record<string, string> = {}) {
  const form = orderForm(fields);
  const { result: outcome } = await harness.submit(form);
  const placed = outcome as PlacedOrder;
  const { submissionId: id, dueTodayCents: amount } = placed;
  const request = async (payer: typeof GRACE, more: object = {}) => {
    const method = await cardMethod(harness.standIn.origin, CARDS.good, payer);
    const body = { ...billingOf(placed, choicesIn(form), method, payer), amount, ...more };
    return handlePaymentRequest(harness.context(), body, () => {});
  };
  return { id, amount, confirmation: placed.confirmation, request };
}

async function atStripe(id: string) {
  const { stripePaymentIntent } = (await harness.stored(id)).payment;
  const intent = await harness.stripe.paymentIntents.retrieve(stripePaymentIntent);
  const customer = await harness.stripe.customers.retrieve(String(intent.customer));
  return { intent, customer };
}

test.each([
  ["one-time services", {}],
  ["recurring services", mixedServices],
])(
  "the payer of %s is stored and known to Stripe; another one replaces it on the same charge",
  async (_name, fields) => {
    const { id, request } = await ordered(fields);
    const first = await request(GRACE);
    expect(first.status).toBe(200);
    const { payment, contactInfo } = await harness.stored(id);
    expect(payment.payer).toEqual(GRACE);
    expect(contactInfo).toMatchObject({ firstName: "Ada", email: "ada@example.com" });
    expect((await atStripe(id)).customer).toMatchObject(GRACE);

    expect(await request(ALAN)).toEqual(first);
    expect((await harness.stored(id)).payment.payer).toEqual(ALAN);
    const { customer, intent } = await atStripe(id);
    expect(customer).toMatchObject(ALAN);
    expect(intent.receipt_email ?? null).toBe(fields === mixedServices ? null : ALAN.email);
  },
);

test.each([
  ["one-time services", {}],
  ["recurring services", mixedServices],
])("two payers of %s at the same moment get one charge: it cannot be paid twice", async (_name, fields) => {
  const { id, request } = await ordered(fields);
  const [first, second] = await Promise.all([request(GRACE), request(ALAN)]);
  expect(first).toMatchObject({ status: 200, result: { clientSecret: expect.any(String) } });
  expect(second).toEqual(first);
  const { state } = harness.standIn;
  const mine = new Set(
    state
      .all("customer")
      .filter(({ metadata }) => (metadata as { contractId?: string }).contractId === `contract.${id}`)
      .map((customer) => customer.id),
  );
  const open = state
    .all("payment_intent")
    .filter(({ customer, status }) => mine.has(String(customer)) && status !== "canceled");
  const { payer, stripePaymentIntent } = (await harness.stored(id)).payment;
  expect(open.map((intent) => intent.id)).toEqual([stripePaymentIntent]);
  expect((await atStripe(id)).customer).toMatchObject({ ...payer });
});

test("only the form that made the order pays it: the payer gets a link to the order with the receipt", async () => {
  const { id, request } = await ordered();
  const first = await request(GRACE);
  const other = await ordered();
  for (const [confirmation, error] of [
    [undefined, contractMessages.intentFailed],
    ["", contractMessages.intentFailed],
    [other.confirmation, contractMessages.intentFailed],
  ])
    expect(await request(ALAN, { confirmation })).toMatchObject({ status: 409, result: { error } });
  expect((await harness.stored(id)).payment.payer).toEqual(GRACE);
  expect((await atStripe(id)).customer).toMatchObject(GRACE);
  expect(await request(GRACE)).toEqual(first);
});

test("a form that got its id from the server, because it was posted without scripts, pays its order", async () => {
  const { request } = await ordered({ submissionId: "", orderSecret: "" });
  expect((await request(GRACE)).status).toBe(200);
});

test("the payer stays when the order is sent again with other content", async () => {
  const { id, request } = await ordered();
  await request(GRACE);
  await harness.submit(orderForm({ submissionId: id, "services.serverSetup.selected": "on" }));
  expect((await harness.stored(id)).payment.payer).toEqual(GRACE);
});

test("the payer of a card goes when the order is paid by invoice instead: no email about it is theirs", async () => {
  const { id, request } = await ordered();
  await request(GRACE);
  await harness.submit(orderForm({ submissionId: id, paymentMethod: "invoice" }));
  const { status, payment } = await harness.stored(id);
  expect(status).toBe("invoice");
  expect(payment.payer).toBeUndefined();
});

test.each([
  ["of nobody", async () => ({ paymentMethodId: "pm_none" })],
  [
    "of somebody else",
    async () => ({ paymentMethodId: await cardMethod(harness.standIn.origin, CARDS.good, ALAN) }),
  ],
  ["that is none", async () => ({ paymentMethodId: "../customers" })],
  ["with another address", async () => ({ email: "eve@example.com" })],
  ["with an address that is none", async () => ({ email: "grace" })],
  ["with another name", async () => ({ name: "Eve" })],
])("a card %s is refused, and no charge is prepared", async (_name, more) => {
  const { id, request } = await ordered();
  expect(await request(GRACE, await more())).toMatchObject({
    status: 400,
    result: { error: contractMessages.intentFailed },
  });
  expect((await harness.stored(id)).payment).toMatchObject({ stripePaymentIntent: "" });
});

test("with a key that Stripe does not take, card payment is unavailable and the key is not shown", async () => {
  const { hostname, port } = new URL(harness.standIn.origin);
  const stripe = new Stripe("wrong_key_123", { host: hostname, port, protocol: "http", telemetry: false });
  const form = orderForm();
  const { result } = await harness.submit(form);
  const body = { ...billingOf(result as PlacedOrder, choicesIn(form), "pm_1"), amount: 1_200 };
  const errors: unknown[] = [];
  const answer = await handlePaymentRequest(harness.context({ stripe }), body, (error) => errors.push(error));
  expect(answer).toMatchObject({ status: 503, result: { error: contractMessages.cardUnavailable } });
  expect(errors).toMatchObject([{ message: "Stripe does not take STRIPE_SECRET_KEY." }]);
});
