import { createServer } from "node:http";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientOf } from "./client.ts";
import { startStripeStandIn, type StripeStandIn } from "./server.ts";

let standIn: StripeStandIn;
let stripe: Stripe;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = clientOf(standIn);
});
beforeEach(() => standIn.advanceTo(new Date("2027-01-31T17:00:00Z")));
afterEach(() => expect(standIn.state.unknownRequests).toEqual([]));
afterAll(() => standIn.close());

const day = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10);

async function card(number: string): Promise<string> {
  const body = new URLSearchParams({ type: "card", "card[number]": number });
  const response = await fetch(`${standIn.origin}/v1/payment_methods`, { method: "POST", body });
  return ((await response.json()) as { id: string }).id;
}

type Interval = [interval: "month" | "year", count: number, cents: number];

/** A subscription whose first invoice is paid with a good card. */
async function subscribe(...intervals: Interval[]) {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const product = await stripe.products.create({ name: "Maintenance" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: intervals.map(([interval, interval_count, unit_amount]) => ({
      price_data: {
        currency: "usd",
        product: product.id,
        unit_amount,
        recurring: { interval, interval_count },
      },
    })),
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    billing_mode: { type: "flexible" },
    metadata: { contractId: "c1" },
    expand: ["latest_invoice.confirmation_secret"],
  });
  const { confirmation_secret } = subscription.latest_invoice as Stripe.Invoice;
  const intent = confirmation_secret!.client_secret.split("_secret_")[0]!;
  await stripe.paymentIntents.confirm(intent, { payment_method: await card("4242424242424242") });
  return { id: subscription.id, customer: customer.id };
}

/** The invoices of a subscription, the oldest first: day, amount and status. */
async function invoices(subscription: string) {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  return data
    .toReversed()
    .map(({ created, amount_due, status }) => `${day(created)} ${amount_due} ${status}`);
}

/** Replaces the card on the portal's page. */
async function replaceCard(customer: string, number: string): Promise<string | null> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: "https://site.example/order/1",
    flow_data: { type: "payment_method_update" },
  });
  const body = new URLSearchParams({ number });
  return (await fetch(url, { method: "POST", body, redirect: "manual" })).headers.get("location");
}

describe("a subscription, as the time goes on", () => {
  it("renews on the day that it began, or on the last of a shorter month", async () => {
    const { id } = await subscribe(["month", 1, 2_000]);
    standIn.advanceTo(new Date("2027-05-01T00:00:00Z"));
    expect(await invoices(id)).toEqual([
      "2027-01-31 2000 paid",
      "2027-02-28 2000 paid",
      "2027-03-31 2000 paid",
      "2027-04-30 2000 paid",
    ]);
    expect(day((await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end)).toBe(
      "2027-05-31",
    );
  });

  it("charges intervals that meet on one invoice, the others on their own", async () => {
    const { id } = await subscribe(["month", 3, 34_200], ["year", 1, 20_400]);
    standIn.advanceTo(new Date("2028-02-01T00:00:00Z"));
    expect(await invoices(id)).toEqual([
      "2027-01-31 54600 paid",
      "2027-04-30 34200 paid",
      "2027-07-31 34200 paid",
      "2027-10-31 34200 paid",
      "2028-01-31 54600 paid",
    ]);
  });

  it("tries a declined card again, takes another one meanwhile, and gives up after the last attempt", async () => {
    const { id, customer } = await subscribe(["month", 1, 2_000]);
    await stripe.subscriptions.update(id, { default_payment_method: "" });
    expect(await replaceCard(customer, "4000000000000341")).toBe("https://site.example/order/1");
    standIn.advanceTo(new Date("2027-03-01T00:00:00Z"));
    const [failed] = (await stripe.invoices.list({ subscription: id })).data;
    expect(failed).toMatchObject({ status: "open", attempt_count: 1 });
    expect(day(failed?.next_payment_attempt)).toBe("2027-03-03");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");

    await replaceCard(customer, "5555555555554444");
    standIn.advanceTo(new Date("2027-03-04T00:00:00Z"));
    expect((await stripe.invoices.retrieve(failed!.id!)).status).toBe("paid");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    const charges = (await stripe.charges.list({ customer })).data;
    expect(charges.map((charge) => charge.payment_method_details?.card?.brand)).toEqual([
      "mastercard",
      "visa",
      "visa",
    ]);
    expect(charges.map(({ status }) => status)).toEqual(["succeeded", "failed", "succeeded"]);

    // The card that paid is the subscription's own from now on.
    await stripe.subscriptions.update(id, { default_payment_method: "" });
    await replaceCard(customer, "4000000000000341");
    standIn.advanceTo(new Date("2027-06-01T00:00:00Z"));
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    expect(standIn.state.events.filter(({ type }) => type === "invoice.payment_failed")).toHaveLength(5);
  });

  it("ends at its period's end, and not when that was taken back", async () => {
    const { id } = await subscribe(["month", 1, 2_000]);
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(day(ending.cancel_at)).toBe("2027-02-28");
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    standIn.advanceTo(new Date("2027-03-01T00:00:00Z"));
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    standIn.advanceTo(new Date("2027-09-01T00:00:00Z"));
    expect(await invoices(id)).toHaveLength(2);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow(
      /canceled/,
    );
  });

  it("with mixed intervals ends with the longest, charging nothing on the way", async () => {
    const { id, customer } = await subscribe(["month", 1, 2_000], ["year", 1, 20_400]);
    const ending = await stripe.subscriptions.update(id, {
      cancel_at: "max_period_end",
      pause_collection: { behavior: "void" },
      proration_behavior: "none",
    });
    expect(day(ending.cancel_at)).toBe("2028-01-31");
    standIn.advanceTo(new Date("2028-03-01T00:00:00Z"));
    expect((await stripe.charges.list({ customer })).data.map(({ amount }) => amount)).toEqual([22_400]);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
  });
});

it("moves its time with a test clock of the API", async () => {
  const { id } = await subscribe(["month", 1, 2_000]);
  const at = (time: string) => Date.parse(time) / 1000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at("2027-01-31T18:00:00Z") });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at("2027-03-01T00:00:00Z") });
  expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({ status: "ready" });
  expect(await invoices(id)).toHaveLength(2);
  await stripe.testHelpers.testClocks.del(clock.id);
  expect(standIn.state.frozenAt).toBeNull();
});

it("refunds a renewal in parts and lists its refunds and disputes", async () => {
  const { id, customer } = await subscribe(["month", 1, 2_000]);
  const invoice = (await stripe.invoices.list({ subscription: id, expand: ["data.payments"] })).data[0]!;
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
  await stripe.refunds.create({ payment_intent: intent, amount: 500, reason: "requested_by_customer" });
  await stripe.refunds.create({ payment_intent: intent });
  await fetch(`${standIn.origin}/test/dispute/${intent}`, { method: "POST" });
  const [charge] = (await stripe.charges.list({ customer, expand: ["data.refunds"] })).data;
  expect(charge).toMatchObject({ amount_refunded: 2_000, refunded: true, disputed: true });
  expect(charge?.refunds?.data.map(({ amount }) => amount)).toEqual([1_500, 500]);
  expect((await stripe.disputes.list({ charge: charge!.id })).data).toHaveLength(1);
});

it("loses, repeats and reorders events on request", async () => {
  const heard: string[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    heard.push((JSON.parse(Buffer.concat(chunks).toString()) as Stripe.Event).type);
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as { port: number };
  standIn.webhook({ url: `http://127.0.0.1:${port}/`, secret: "whsec_test" });
  standIn.disturb({
    drop: /^(payment_intent|payment_method|charge|customer|invoice\.finalized)/,
    times: 2,
    hold: true,
  });
  const { id } = await subscribe(["month", 1, 2_000]);
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
  await stripe.subscriptions.cancel(id);
  expect(heard).toEqual([]);
  standIn.disturb({});
  const other = await stripe.paymentIntents.create({ amount: 700, currency: "usd" });
  await standIn.settled();
  await standIn.release({ newestFirst: true });
  expect(heard).toEqual(["payment_intent.created", "invoice.paid", "invoice.paid"]);
  expect([invoice?.status, other.status]).toEqual(["paid", "requires_payment_method"]);
  standIn.webhook(null);
  receiver.close();
});
