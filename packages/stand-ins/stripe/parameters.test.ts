import { readFileSync } from "node:fs";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PARAMETERS, readShapes } from "../scripts/stripe-parameters.ts";
import { clientOf } from "./client.ts";
import { startStripeStandIn, type StripeStandIn } from "./server.ts";

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = clientOf(standIn);
});
afterAll(() => standIn.close());

it("knows the parameters of the installed SDK: npm run parameters -w stand-ins", () => {
  expect(JSON.parse(readFileSync(PARAMETERS, "utf8"))).toEqual(readShapes().calls);
});

it.each<[param: string, call: () => Promise<unknown>]>([
  ["mail", () => stripe.customers.create({ mail: "ada@example.com" } as never)],
  ["address[town]", () => stripe.customers.create({ address: { town: "Turin" } } as never)],
  [
    "items[0][price_data][amount]",
    () => stripe.subscriptions.create({ customer: "cus_1", items: [{ price_data: { amount: 1 } }] } as never),
  ],
  [
    "pause_collection[until]",
    () => stripe.subscriptions.update("sub_1", { pause_collection: { until: 1 } } as never),
  ],
  ["created[after]", () => stripe.charges.list({ created: { after: 1 } } as never)],
])("refuses %s as Stripe does", async (param, call) => {
  await expect(call()).rejects.toMatchObject({
    statusCode: 400,
    code: "parameter_unknown",
    param,
    message: `Received unknown parameter: ${param}`,
  });
  expect(standIn.state.unknownRequests.splice(0)).toHaveLength(1);
});

it.each<[param: string, call: () => Promise<unknown>]>([
  [
    "items[0][price_data][recurring][interval]",
    () =>
      stripe.subscriptions.create({
        customer: "cus_1",
        items: [
          { price_data: { currency: "usd", product: "prod_1", recurring: { interval: "quarter" } } } as never,
        ],
      }),
  ],
  ["proration_behavior", () => stripe.subscriptions.update("sub_1", { proration_behavior: "some" } as never)],
  ["amount", () => stripe.paymentIntents.create({ amount: "ten", currency: "usd" } as never)],
  ["off_session", () => stripe.paymentIntents.create({ amount: 1, off_session: "perhaps" } as never)],
])("refuses a value of %s that Stripe does not take", async (param, call) => {
  await expect(call()).rejects.toMatchObject({ statusCode: 400, param });
  expect(standIn.state.unknownRequests.splice(0).length).toBeLessThan(2);
});

it("says so when Stripe knows a parameter that it does not act on itself", async () => {
  const failure = await stripe.customers.create({ tax_exempt: "none" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ statusCode: 400, param: "tax_exempt", code: undefined });
  expect((failure as Error).message).toContain("Stripe does");
  expect(standIn.state.unknownRequests.splice(0)).toHaveLength(1);
});

it("takes metadata by any name, and lists of texts", async () => {
  const { metadata } = await stripe.customers.create({ metadata: { "any name": "1" }, expand: ["sources"] });
  expect(metadata).toEqual({ "any name": "1" });
});

it("refuses paths that Stripe does not know, missing parameters, and too deep expansions", async () => {
  await expect(stripe.accounts.retrieve("acct_1")).rejects.toMatchObject({ statusCode: 404 });
  expect(standIn.state.unknownRequests.splice(0)).toHaveLength(1);
  await expect(stripe.products.create({} as never)).rejects.toMatchObject({
    code: "parameter_missing",
    param: "name",
  });
  await expect(
    stripe.invoices.list({ expand: ["data.payments.data.payment.payment_intent"] }),
  ).rejects.toMatchObject({ statusCode: 400 });
});
