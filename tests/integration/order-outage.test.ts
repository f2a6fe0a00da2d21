import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { clientFor } from "lakelet/testing";
import { startStripeStandIn } from "stand-ins/stripe";
import { beforeAll, expect, test } from "vitest";
import type { OrderResult } from "../../app/contracts/order/contract-action.ts";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { readOutbox } from "../../app/email/transports.server.ts";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import { orderForm } from "../support/contract-harness.ts";
import { actionResult, pageToken } from "../support/form-posts.ts";
import { killableSite } from "../support/killable-site.ts";
import { opened } from "../support/opened.ts";

// A real site whose content store goes away, comes back with other prices, and whose process is killed (SIGKILL) meanwhile.

const stripe = opened(startStripeStandIn);
const { lake, proxy, site } = killableSite(() => ({
  SESSION_SECRET: "a secret of the tests",
  STRIPE_SECRET_KEY: "sk_test_double",
  STRIPE_PUBLISHABLE_KEY: "pk_test_double",
  STRIPE_API_BASE: stripe.origin,
  ADMIN_EMAILS: "admin@example.com",
}));
let formToken: { formToken: string };
beforeAll(async () => {
  formToken = await pageToken(site.origin);
});

async function post(
  form: FormData,
  intent: "place" | "check" = "place",
): Promise<OrderResult | { status: "checked" }> {
  form.set("intent", intent);
  form.set("formToken", formToken.formToken);
  return actionResult(await fetch(`${site.origin}/contract.data`, { method: "POST", body: form }));
}

const byInvoice = (fields: Record<string, string> = {}) =>
  orderForm({ paymentMethod: "invoice", "contactInfo.email": `${randomUUID()}@example.com`, ...fields });
const idOf = (form: FormData) => `contract.${String(form.get("submissionId"))}`;
const client = () => clientFor(lake.origin, lake.lake.tokens.write);

/** The store takes no order and tells no prices. */
function takeAway(): void {
  proxy.fail({ path: /data\/(?:mutate|doc)/, fault: { kind: "status", status: 503 } });
  proxy.fail({ path: /orderService|%22coupon%22/, fault: { kind: "drop" } });
}

async function orderPage(placed: OrderResult): Promise<Response> {
  if (placed.status !== "placed") throw new Error(JSON.stringify(placed));
  return fetch(`${site.origin}/order/${placed.confirmation}`);
}

test("orders by invoice outlive an outage and kills of the process, at the prices that were shown", async () => {
  // The form was seen before: its prices are known.
  expect((await fetch(`${site.origin}/contract`)).status).toBe(200);
  takeAway();

  const first = byInvoice({ shownTotal: "1200" });
  const placed = await post(first);
  expect(placed).toMatchObject({
    status: "placed",
    paymentMethod: "invoice",
    paid: false,
    dueTodayCents: 1_200,
  });
  await site.kill();
  await site.start();

  const pending = await orderPage(placed as OrderResult);
  expect(pending.status).toBe(503);
  expect(await pending.text()).toContain("We have your order");
  const second = byInvoice({ "services.websiteMaintenance.selected": "on", shownTotal: "13200" });
  expect(await post(second)).toMatchObject({ status: "placed" });
  // Sent again it is the same order; with other content it is refused, as it is accepted.
  expect(await post(first)).toEqual(placed);
  const changed = byInvoice({
    submissionId: String(first.get("submissionId")),
    "services.serverSetup.selected": "on",
  });
  expect(await post(changed)).toEqual({ status: "failed", message: contractMessages.alreadyPlaced });
  // A total that is not that of the last known prices is not accepted.
  expect(await post(byInvoice({ shownTotal: "1100" }))).toMatchObject({
    status: "prices-changed",
    totalCents: 1_200,
  });
  await site.kill();

  await client().patch("orderService-domainSetup").set({ priceCents: 1_500 }).commit();
  proxy.clear();
  await site.start();
  const query = `*[_id in $ids]`;
  const ids = [idOf(first), idOf(second)];
  const stored = () => client().fetch<StoredContract[]>(query, { ids }, { perspective: "raw" });
  await expect
    .poll(async () => (await stored()).map(({ invoices }) => invoices?.length), { interval: 250 })
    .toEqual([1, 1]);
  const [one, two] = (await stored()).toSorted((a, b) => a.total - b.total);
  expect(one).toMatchObject({
    _id: ids[0],
    status: "invoice",
    total: 1_200,
    invoices: [{ totalCents: 1_200 }],
  });
  const outbox = join(lake.directory, "site/outbox");
  await expect
    .poll(async () => (await readOutbox(outbox, 50)).emails.map(({ subject }) => subject).join())
    .toContain("Prices had changed when the order was stored");
  expect(two).toMatchObject({
    _id: ids[1],
    status: "invoice",
    total: 13_200,
    invoices: [{ totalCents: 13_200 }],
  });
  expect(one?.priceListVersion).toBe(two?.priceListVersion);
  expect(one?.history?.find(({ kind }) => kind === "prices-differ")).toMatchObject({
    amountCents: 1_200,
    note: "Accepted for $12.00 while the content store was away. Today it is $15.00.",
  });
  await expect.poll(async () => (await orderPage(placed as OrderResult)).status).toBe(200);

  // Nothing is stored or invoiced a second time.
  await site.kill();
  await site.start();
  expect(await post(first)).toEqual(placed);
  expect((await stored()).map(({ invoices, history }) => [invoices?.length, history?.length])).toEqual(
    [one, two].map((contract) => [1, contract?.history?.length]),
  );
  await client().patch("orderService-domainSetup").set({ priceCents: 1_200 }).commit();
});

test("an order by card is refused before the card is read, and nothing is charged", async () => {
  takeAway();
  const form = orderForm();
  const refused = { status: "failed", message: contractMessages.cardWhileAway };
  expect(await post(form, "check")).toEqual(refused);
  expect(await post(form)).toEqual(refused);
  proxy.clear();
  expect(await client().getDocument(idOf(form))).toBeUndefined();
  expect(stripe.state.all("payment_intent")).toEqual([]);
});

test("a coupon that cannot be looked up is not guessed", async () => {
  await client().patch("siteSettings").set({ "features.coupons": true }).commit();
  await expect.poll(async () => (await fetch(`${site.origin}/contract`)).text()).toContain("Coupon");
  takeAway();
  expect(await post(byInvoice({ couponCode: "WELCOME-10" }))).toMatchObject({
    status: "invalid",
    message: contractMessages.couponUnknown,
  });
  proxy.clear();
});
