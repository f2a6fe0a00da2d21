import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
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

const open = async () => {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  return stripe.checkout.sessions.create({
    mode: "payment",
    customer: customer.id,
    allowed_payment_method_types: ["card"],
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "Care" } } },
    ],
    payment_intent_data: { metadata: { order: "1" } },
    success_url: "https://shop.example/paid",
    cancel_url: "https://shop.example/",
  });
};

const pay = (url: string | null, number: string) =>
  fetch(url ?? "", { method: "POST", redirect: "manual", body: new URLSearchParams({ number }) });

it("leads back once it is paid, and is paid once", async () => {
  const { id, url, status, customer } = await open();
  expect(status).toBe("open");
  const declined = await pay(url, "4000000000000002");
  expect(await declined.text()).toContain("Your card was declined.");
  const paid = await pay(url, "5555555555554444");
  expect([paid.status, paid.headers.get("location")]).toEqual([303, "https://shop.example/paid"]);
  expect(await (await pay(url, "4242424242424242")).text()).toContain("no longer available");
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
  });
  const { data } = await stripe.charges.list({ customer: String(customer) });
  expect(data.map((charge) => [charge.status, charge.amount, charge.metadata])).toEqual([
    ["succeeded", 700, { order: "1" }],
    ["failed", 700, { order: "1" }],
  ]);
  await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
});

it("takes nothing once it has expired, by hand or after a day", async () => {
  const first = await open();
  expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: "expired" });
  const second = await open();
  standIn.advanceTo(new Date(second.expires_at * 1000));
  for (const { id, url } of [first, second]) {
    expect(await (await pay(url, "4242424242424242")).text()).toContain("no longer available");
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: "expired" });
  }
});
