import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clientOf } from "./client.ts";
import { startStripeStandIn, type StripeStandIn } from "./server.ts";

let standIn: StripeStandIn;
let stripe: Stripe;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = clientOf(standIn);
});
afterEach(() => expect(standIn.state.unknownRequests).toEqual([]));
afterAll(() => standIn.close());

async function card(number: string): Promise<string> {
  const body = new URLSearchParams({ type: "card", "card[number]": number, "billing_details[name]": "Ada" });
  const response = await fetch(`${standIn.origin}/v1/payment_methods`, { method: "POST", body });
  return ((await response.json()) as { id: string }).id;
}

const intent = () =>
  stripe.paymentIntents.create({
    amount: 50_000,
    currency: "usd",
    automatic_payment_methods: { enabled: true },
  });

describe("payment intents, driven by the real library", () => {
  it("charges a good card once", async () => {
    const { id } = await intent();
    await stripe.paymentIntents.confirm(id, { payment_method: await card("4242424242424242") });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "succeeded",
      amount_received: 50_000,
    });
    expect(standIn.state.charges.filter((charge) => charge.paymentIntent === id)).toHaveLength(1);
    await expect(
      stripe.paymentIntents.confirm(id, { payment_method: await card("4242424242424242") }),
    ).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  it("declines, then takes another card", async () => {
    const { id } = await intent();
    await expect(
      stripe.paymentIntents.confirm(id, { payment_method: await card("4000000000000002") }),
    ).rejects.toMatchObject({
      type: "StripeCardError",
      message: "Your card was declined.",
    });
    expect(
      (await stripe.paymentIntents.confirm(id, { payment_method: await card("4242424242424242") })).status,
    ).toBe("succeeded");
  });

  it("asks for 3-D Secure and obeys the answer", async () => {
    for (const [accept, status] of [
      ["true", "succeeded"],
      ["false", "requires_payment_method"],
    ] as const) {
      const { id } = await intent();
      const waiting = await stripe.paymentIntents.confirm(id, {
        payment_method: await card("4000002760003184"),
      });
      expect(waiting.status).toBe("requires_action");
      await fetch(`${standIn.origin}/test/authenticate/${id}`, {
        method: "POST",
        body: new URLSearchParams({ accept }),
      });
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
    }
  });

  it("replays an idempotent call and refuses the key for another", async () => {
    const params = { amount: 700, currency: "usd" };
    const first = await stripe.paymentIntents.create(params, { idempotencyKey: "k1" });
    expect((await stripe.paymentIntents.create(params, { idempotencyKey: "k1" })).id).toBe(first.id);
    await expect(
      stripe.paymentIntents.create({ ...params, amount: 800 }, { idempotencyKey: "k1" }),
    ).rejects.toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  it("makes one intent although the first answer is lost and the library asks again", async () => {
    standIn.fail({ method: "POST", path: /payment_intents$/, kind: "drop-after" });
    const before = standIn.state.all("payment_intent").length;
    await stripe.paymentIntents.create({ amount: 900, currency: "usd" }, { idempotencyKey: "k2" });
    expect(standIn.state.all("payment_intent")).toHaveLength(before + 1);
  });

  it("answers with the status of a fault, and says when", async () => {
    const hit = standIn.fail({ method: "GET", path: /customers$/, kind: "status", status: 503 });
    expect((await fetch(`${standIn.origin}/v1/customers`)).status).toBe(503);
    await hit;
  });

  it.each([
    ["hang-before", 0],
    ["hang-after", 1],
  ] as const)("%s: says when a call is held, and never answers it", async (kind, made) => {
    const before = standIn.state.all("payment_intent").length;
    const held = standIn.fail({ method: "POST", path: /payment_intents$/, kind });
    const controller = new AbortController();
    const lost = fetch(`${standIn.origin}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_double" },
      body: new URLSearchParams({ amount: "900", currency: "usd" }),
      signal: controller.signal,
    });
    const failure = lost.catch((error: unknown) => error);
    await held;
    expect(standIn.state.all("payment_intent")).toHaveLength(before + made);
    controller.abort();
    expect(await failure).toMatchObject({ name: "AbortError" });
  });
});

async function subscribe(discounts: { coupon: string }[] = []) {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const product = await stripe.products.create({ id: `p${Math.random()}`, name: "Maintenance" });
  const price = (unit_amount: number) => ({ currency: "usd" as const, product: product.id, unit_amount });
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [
      { price_data: { ...price(34_200), recurring: { interval: "month", interval_count: 3 } } },
      { price_data: { ...price(20_400), recurring: { interval: "year" } } },
    ],
    add_invoice_items: [{ price_data: price(50_000) }],
    discounts,
    payment_behavior: "default_incomplete",
    metadata: { contract: "c1" },
    expand: ["latest_invoice.confirmation_secret"],
  });
}

describe("subscriptions, driven by the real library", () => {
  it("puts mixed intervals and one-time items on the first invoice and starts when it is paid", async () => {
    const subscription = await subscribe();
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice.amount_due).toBe(104_600);
    const id = invoice.confirmation_secret!.client_secret.split("_secret_")[0]!;
    await stripe.paymentIntents.confirm(id, { payment_method: await card("4242424242424242") });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await stripe.invoices.retrieve(invoice.id!)).status).toBe("paid");
    await stripe.subscriptions.cancel(subscription.id);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  });

  it("takes a coupon off the first invoice, once and never below nothing", async () => {
    const coupon = (amount_off: number) =>
      stripe.coupons.create({ amount_off, currency: "usd", duration: "once" });
    const dueWith = async (amount_off: number) => {
      const { latest_invoice } = await subscribe([{ coupon: (await coupon(amount_off)).id }]);
      return (latest_invoice as Stripe.Invoice).amount_due;
    };
    expect(await dueWith(4_600)).toBe(100_000);
    expect(await dueWith(200_000)).toBe(0);
    await expect(subscribe([{ coupon: "unknown" }])).rejects.toMatchObject({ code: "resource_missing" });
  });

  it("cancels an unpaid one and voids its invoice", async () => {
    const subscription = await subscribe();
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe("incomplete_expired");
    expect((await stripe.invoices.retrieve((subscription.latest_invoice as Stripe.Invoice).id!)).status).toBe(
      "void",
    );
  });
});

it("signs events so that the real library accepts them", async () => {
  const { id } = await intent();
  await stripe.paymentIntents.cancel(id);
  const event = standIn.state.events.at(-1)!;
  let received = "";
  const { createServer } = await import("node:http");
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received = stripe.webhooks.constructEvent(
      Buffer.concat(chunks),
      request.headers["stripe-signature"]!,
      "whsec_test",
    ).type;
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as { port: number };
  expect(await standIn.send(event, { url: `http://127.0.0.1:${port}/`, secret: "whsec_test" })).toBe(200);
  expect(received).toBe("payment_intent.canceled");
  receiver.close();
});

it("refunds and disputes", async () => {
  const { id } = await intent();
  await stripe.paymentIntents.confirm(id, { payment_method: await card("4242424242424242") });
  await stripe.refunds.create({ payment_intent: id, amount: 10_000 });
  await fetch(`${standIn.origin}/test/dispute/${id}`, { method: "POST" });
  expect(standIn.state.events.map((event) => event.type)).toEqual(
    expect.arrayContaining(["charge.refunded", "charge.dispute.created"]),
  );
});
