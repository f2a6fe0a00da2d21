import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readShapes } from "../scripts/stripe-parameters.ts";
import { clientOf } from "./client.ts";
import example from "./example-fields.json" with { type: "json" };
import { startStripeStandIn, type StripeStandIn } from "./server.ts";
import { outsideOf } from "./shape.ts";

/** Fields of the examples (November 2025) that newer versions of the API call otherwise. */
const RENAMED: Record<string, Record<string, string>> = {
  invoice: { subscription: "parent.subscription_details.subscription" },
};

let standIn: StripeStandIn;
const seen = new Map<string, object[]>();

/** Notes every object of an answer, at any depth. */
function note(value: unknown): void {
  if (!value || typeof value !== "object") return;
  const { object: kind, id } = value as { object?: unknown; id?: unknown };
  if (typeof kind === "string" && typeof id === "string") seen.set(kind, [...(seen.get(kind) ?? []), value]);
  for (const [name, field] of Object.entries(value)) if (name !== "metadata") note(field);
}

/** Makes one of everything with the real library. */
beforeAll(async () => {
  standIn = await startStripeStandIn();
  const stripe = clientOf(standIn);
  const body = new URLSearchParams({ type: "card", "card[number]": "4242424242424242" });
  const card = async () =>
    (await (await fetch(`${standIn.origin}/v1/payment_methods`, { method: "POST", body })).json()) as {
      id: string;
    };
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const product = await stripe.products.create({ name: "Care" });
  const coupon = await stripe.coupons.create({ amount_off: 100, currency: "usd", duration: "once" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [
      {
        price_data: {
          currency: "usd",
          product: product.id,
          unit_amount: 2_000,
          recurring: { interval: "month" },
        },
      },
    ],
    discounts: [{ coupon: coupon.id }],
    payment_behavior: "default_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  });
  const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
  const intent = secret.split("_secret_")[0] ?? "";
  const method = await card();
  note([customer, product, coupon, subscription, method]);
  note(await stripe.paymentIntents.retrieve(intent));
  note(await stripe.paymentIntents.confirm(intent, { payment_method: method.id }));
  note(await stripe.refunds.create({ payment_intent: intent, amount: 100 }));
  note((await stripe.charges.list({ customer: customer.id })).data);
  note((await stripe.invoices.list({ customer: customer.id, expand: ["data.payments"] })).data);
  await fetch(`${standIn.origin}/test/dispute/${intent}`, { method: "POST" });
  note((await stripe.disputes.list({ payment_intent: intent })).data);
  const flow_data = { type: "payment_method_update" } as const;
  note(await stripe.billingPortal.sessions.create({ customer: customer.id, flow_data }));
  note(
    await stripe.checkout.sessions.create({
      mode: "payment",
      customer: customer.id,
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "Care" } } },
      ],
      success_url: "https://example.com/",
    }),
  );
  note(await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) }));
  note(standIn.state.events);
});
afterAll(() => standIn.close());

it.each(Object.entries(example.objects))("%s has every field of Stripe's example", (kind, names) => {
  const objects = seen.get(kind) ?? [];
  expect(objects.length).toBeGreaterThan(0);
  const expected = names.split(" ").filter((name) => !RENAMED[kind]?.[name]);
  for (const object of objects) expect(expected.filter((name) => !Object.hasOwn(object, name))).toEqual([]);
});

describe("by the types of the installed SDK", () => {
  const shapes = readShapes().objects;
  it.each(Object.keys(example.objects))("%s has no field and no value that Stripe does not know", (kind) => {
    for (const object of seen.get(kind) ?? [])
      expect(outsideOf(object, shapes[kind] ?? expect.fail(`${kind} has no type`))).toBeNull();
  });
});

it("has no kind of object without an example", () => {
  expect([...seen.keys()].filter((kind) => !(kind in example.objects))).toEqual([]);
});

it("sums up invoices, and says where a renamed field is", () => {
  const invoices = (seen.get("invoice") ?? []) as Stripe.Invoice[];
  expect(invoices[0]).toMatchObject({ subtotal: 2_000, total: 1_900, amount_due: 1_900 });
  expect(invoices[0]?.parent?.subscription_details?.subscription).toMatch(/^sub_/);
  expect(invoices.filter(({ total, number }) => total === 1_900 && number !== null)).not.toEqual([]);
});
