import { expect, test } from "vitest";
import { createOffer } from "../../app/contracts/offer/new-offer.server.ts";
import { handlePaymentRequest } from "../../app/contracts/order/payment-request.server.ts";
import { uuidOfContract } from "../../app/contracts/store/find-offer.server.ts";
import { offerToken } from "../../app/contracts/store/private-links.server.ts";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import type { CatalogueEntry } from "../../app/model/contracts/services.ts";
import { orderForm, billingOf, type PlacedOrder } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";
import { adminForm, clientForm, offerHarness } from "../support/offer-harness.ts";

// Services that an editor adds or makes recurring are ordered, stored and charged like the ten of the specification.

const harness = contractHooks({ mayReport: true });

const catalogue = (): CatalogueEntry[] => [
  ...harness
    .context()
    .catalogue.map((entry) =>
      entry.serviceId === "clientPortal" ? { ...entry, kind: "monthly" as const } : entry,
    ),
  { serviceId: "seoAudit", title: "SEO audit", priceCents: 40_000, kind: "one-time" },
];

const CHOICE = {
  "services.clientPortal.selected": "on",
  "services.clientPortal.paymentFrequency": "annually",
  "services.seoAudit.selected": "on",
};
/** Domain setup, SEO audit, and a year of the client portal less 15 %. */
const TOTAL = 1_200 + 40_000 + 102_000;

const chosen = [
  { serviceId: "domainSetup" },
  { serviceId: "clientPortal", paymentFrequency: "annually" as const },
  { serviceId: "seoAudit" },
];

test("the public form", async () => {
  const form = orderForm(CHOICE);
  const id = String(form.get("submissionId"));
  const more = { catalogue: catalogue() };
  const { result: outcome } = await harness.submit(form, more);
  expect(outcome).toMatchObject({ status: "placed", dueTodayCents: TOTAL });
  const contract = await harness.stored(id);
  expect(contract).toMatchObject({
    total: TOTAL,
    services: {
      clientPortal: { selected: true, quantity: 1, paymentFrequency: "annually" },
      seoAudit: { selected: true, quantity: 1 },
      websiteMaintenance: { selected: false, paymentFrequency: "monthly" },
    },
    lines: [{ _key: "domainSetup" }, { _key: "seoAudit" }, { _key: "clientPortal", frequency: "annually" }],
    payment: { schedule: [{ frequency: "annually", amountCents: 102_000 }] },
  });
  expect(await harness.submit(form, more)).toMatchObject({ result: { status: "placed" } });
  expect((await harness.pay(id, TOTAL, more)).status).toBe(200);
});

test.each([
  [
    "another frequency",
    [chosen[0]!, { serviceId: "clientPortal", paymentFrequency: "monthly" as const }, chosen[2]!],
  ],
  ["one less", chosen.slice(1)],
  ["another service", [...chosen.slice(1), { serviceId: "serverSetup" }]],
])("a payment request for %s is refused", async (_name, services) => {
  const form = orderForm(CHOICE);
  const id = String(form.get("submissionId"));
  const more = { catalogue: catalogue() };
  const { result } = await harness.submit(form, more);
  const request = { ...billingOf(result as PlacedOrder, services, "pm_1"), amount: TOTAL };
  expect(await handlePaymentRequest(harness.context(more), request, () => {})).toMatchObject({
    status: 409,
    result: { error: contractMessages.pricesChanged },
  });
  expect((await harness.stored(id)).payment.stripePaymentIntent).toBe("");
});

test("a service that is no longer offered is refused; with the total that was shown, prices have changed", async () => {
  const refused = await harness.submit(orderForm(CHOICE));
  expect(refused).toMatchObject({ status: 422, result: { message: contractMessages.serviceGone } });
  expect(await harness.submit(orderForm({ ...CHOICE, shownTotal: String(TOTAL) }))).toMatchObject({
    status: 409,
    result: { status: "prices-changed" },
  });
});

test("a contract that an admin makes", async () => {
  const { writeClient, findCoupon, now } = harness.context();
  const offered = { catalogue: catalogue(), tax: null, createdBy: "admin@example.com" };
  const context = { writeClient, findCoupon, now, ...offered };
  const { result } = await createOffer(
    adminForm({
      ...CHOICE,
      "services.seoAudit.quantity": "2",
      couponCode: "-",
      "customServices[0].price": "10",
    }),
    context,
  );
  expect(await offerHarness(harness).stored(result.status === "stored" ? result.id : "")).toMatchObject({
    services: {
      clientPortal: { selected: true, quantity: 1, paymentFrequency: "annually" },
      seoAudit: { selected: true, quantity: 2 },
    },
    offer: {
      catalogue: [
        { serviceId: "websiteMaintenance" },
        { serviceId: "clientPortal" },
        { serviceId: "seoAudit" },
      ],
    },
  });
});

test("an offer with more one-time lines than Stripe takes with a subscription is charged in full", async () => {
  const offers = offerHarness(harness);
  const lines = Array.from({ length: 20 }, (_, index) => [
    [`customServices[${index}].description`, `Line ${index}`],
    [`customServices[${index}].price`, `${index + 1}.00`],
  ]);
  const form = adminForm({
    "services.domainSetup.selected": "on",
    ...(Object.fromEntries(lines.flat()) as Record<string, string>),
    couponCode: "-",
  });
  const { result } = await offers.create(form);
  if (result.status === "open") throw new Error(JSON.stringify(result.submission.error));
  const token = offerToken(harness.context().secret, { uuid: uuidOfContract(result.id), version: 1 });
  await offers.accept(clientForm({ paymentMethod: "stripe" }), token);
  // 2 × 342.00 for the first quarter, 12.00 for the domain, and 1.00 to 20.00.
  const due = 2 * 34_200 + 1_200 + 21_000;
  expect(await offers.payFor(result.id, token, due)).toMatchObject({ status: 200 });
  const { stripePaymentIntent } = (await offers.stored(result.id)).payment;
  expect(harness.standIn.state.find(stripePaymentIntent)).toMatchObject({ amount: due });
  const invoice = harness.standIn.state.all("invoice").at(-1) as { lines?: { data: object[] } };
  expect(invoice.lines?.data).toHaveLength(21);
  expect(invoice.lines?.data.at(-1)).toMatchObject({ description: "2 more services", amount: 3_900 });
});
