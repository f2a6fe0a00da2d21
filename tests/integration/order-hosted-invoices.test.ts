import { expect, test } from "vitest";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import {
  issueNextHosted,
  syncHostedInvoices,
} from "../../app/contracts/billing/invoices/hosted-invoice.server.ts";
import { CARDS, mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

const harness = contractHooks();

const idOf = (form: FormData) => String(form.get("submissionId"));
const eventsSince = (first: number) => harness.double.state.events.slice(first);
const deliverAll = async (events: ReturnType<typeof eventsSince>) => {
  for (const event of events) await harness.deliver(event);
};

/** An order by invoice with a page of its own at Stripe. */
async function invoiced(fields: Record<string, string> = {}) {
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice", ...fields });
  await harness.submit(form, { hostedInvoices: true });
  const id = idOf(form);
  const { hostedInvoiceId = "" } = (await harness.stored(id)).payment;
  const events = harness.double.state.events.length;
  return { id, invoice: hostedInvoiceId, events };
}

const pay = (invoice: string) =>
  fetch(`${harness.double.origin}/test/pay-invoice/${invoice}`, { method: "POST" });

test("an order says which invoice Stripe hosts for it", async () => {
  const { id, invoice } = await invoiced();
  expect(await harness.stored(id)).toMatchObject({
    status: "invoice",
    payment: {
      hostedInvoiceId: invoice,
      hostedInvoiceStatus: "open",
      hostedInvoiceUrl: `${harness.double.origin}/hosted-invoice/${invoice}`,
      stripePaymentIntent: "",
    },
  });
});

test("paid, it is completed, whatever order the events come in and however often", async () => {
  const { id, invoice, events } = await invoiced();
  await pay(invoice);
  await deliverAll(eventsSince(events).toReversed());
  const paid = await harness.stored(id);
  expect(paid).toMatchObject({
    status: "completed",
    subscription: null,
    payment: {
      paymentStatus: "completed",
      paymentMethod: "invoice",
      useStripe: false,
      hostedInvoiceStatus: "paid",
      stripePaymentIntent: expect.stringMatching(/^pi_/),
    },
  });
  await deliverAll(eventsSince(events));
  expect(await harness.stored(id)).toEqual(paid);
  expect(
    harness.double.state.charges.filter(
      ({ paymentIntent }) => paymentIntent === paid.payment.stripePaymentIntent,
    ),
  ).toMatchObject([{ amount: 37_400 }]);
});

test("paid before the order knew its invoice: the event itself says which one to look at", async () => {
  const { id, invoice, events } = await invoiced();
  const unknown = ["payment.hostedInvoiceId", "payment.hostedInvoiceStatus", "payment.hostedInvoiceUrl"];
  await harness.lake.client.patch(`contract.${id}`).unset(unknown).commit();
  await pay(invoice);
  await deliverAll(eventsSince(events));
  expect(await harness.stored(id)).toMatchObject({
    status: "completed",
    payment: { hostedInvoiceId: invoice },
  });
});

test("an event only says where to look: what it claims is not believed", async () => {
  const { id, invoice, events } = await invoiced();
  const object = { ...harness.double.state.find(invoice)!, status: "paid" };
  const event = (name: string, more: object) => ({
    id: `evt_${name}_${id}`,
    object: "event",
    type: "invoice.paid",
    data: { object: { ...object, ...more } },
  });
  await harness.deliver(event("claimed", {}));
  expect((await harness.stored(id)).status).toBe("invoice");
  // Another order's paid invoice does not pay this one.
  const other = await invoiced();
  await pay(other.invoice);
  await harness.lake.client.patch(`contract.${id}`).unset(["payment.hostedInvoiceId"]).commit();
  await harness.deliver(event("foreign", { id: other.invoice }));
  expect((await harness.stored(id)).status).toBe("invoice");
  expect(eventsSince(events).length).toBeGreaterThan(0);
});

test("void or given up, it stays an order by invoice; given up and then paid, it is completed", async () => {
  const voided = await invoiced();
  await harness.stripe.invoices.voidInvoice(voided.invoice);
  await deliverAll(eventsSince(voided.events));
  expect(await harness.stored(voided.id)).toMatchObject({
    status: "invoice",
    payment: { paymentStatus: "invoice", hostedInvoiceStatus: "void", hostedInvoiceUrl: "" },
  });
  const given = await invoiced();
  await harness.stripe.invoices.markUncollectible(given.invoice);
  await deliverAll(eventsSince(given.events));
  expect(await harness.stored(given.id)).toMatchObject({
    status: "invoice",
    payment: { hostedInvoiceStatus: "uncollectible" },
  });
  await pay(given.invoice);
  await deliverAll(eventsSince(given.events));
  expect((await harness.stored(given.id)).status).toBe("completed");
});

test("money that goes back, or is disputed, shows on the order", async () => {
  const { id, invoice, events } = await invoiced();
  await pay(invoice);
  await deliverAll(eventsSince(events));
  const { stripePaymentIntent } = (await harness.stored(id)).payment;
  await harness.stripe.refunds.create({ payment_intent: stripePaymentIntent, amount: 5_000 });
  await fetch(`${harness.double.origin}/test/dispute/${stripePaymentIntent}`, { method: "POST" });
  await deliverAll(eventsSince(events));
  expect(await harness.stored(id)).toMatchObject({
    status: "completed",
    payment: { refundedAmount: 5_000, disputed: true },
  });
});

/** An order whose card was declined and that is placed by invoice then. Returns it, and its first event. */
async function declinedThenInvoice(features: { hostedInvoices?: true } = {}) {
  const form = orderForm();
  const first = harness.double.state.events.length;
  await harness.submit(form);
  const { result } = await harness.pay(idOf(form), 1_200);
  if (!("clientSecret" in result)) throw new Error(result.error);
  await harness.confirm(result.clientSecret, CARDS.declined);
  await harness.comeBack(idOf(form));
  form.set("paymentMethod", "invoice");
  await harness.submit(form, features);
  return { form, first };
}

test("a declined card, then a hosted invoice that is paid: one charge, and the card's late events change nothing", async () => {
  const { form, first } = await declinedThenInvoice({ hostedInvoices: true });
  const { hostedInvoiceId = "" } = (await harness.stored(idOf(form))).payment;
  await deliverAll(eventsSince(first).toReversed());
  expect((await harness.stored(idOf(form))).status).toBe("invoice");
  await pay(hostedInvoiceId);
  await deliverAll(eventsSince(first).toReversed());
  expect(await harness.stored(idOf(form))).toMatchObject({
    status: "completed",
    payment: { paymentMethod: "invoice", hostedInvoiceStatus: "paid" },
  });
  expect(harness.double.state.charges.at(-1)).toMatchObject({ amount: 1_200 });
});

test("a later period gets an invoice at Stripe too, once, and its payment follows", async () => {
  const { id, invoice } = await invoiced();
  const first = await harness.stored(id);
  expect(first.invoices).toMatchObject([
    { status: "open", totalCents: 37_400, frequency: "", hosted: { id: invoice } },
  ]);
  const { nextDate } = first.payment.schedule[0] ?? {};
  const clock = () => new Date(`${nextDate}T15:00:00.000Z`);
  const machine = () =>
    issueNextHosted({ ...harness.store, clock, stripe: harness.stripe }, contractId(id), 30);
  await Promise.all([machine(), machine()]);
  expect(await machine()).toBe(false);
  const renewed = await harness.stored(id);
  expect(renewed.invoices).toMatchObject([
    {},
    { status: "open", totalCents: 2_000, frequency: "monthly", periodStart: nextDate, issuedOn: nextDate },
  ]);
  const [hosted, second] = (renewed.invoices ?? []).map((known) =>
    harness.double.state.find(known.hosted?.id ?? ""),
  );
  expect(second).toMatchObject({ status: "open", amount_due: 2_000, customer: hosted?.customer });
  const events = harness.double.state.events.length;
  await pay(String(second?.id));
  await deliverAll(eventsSince(events));
  await deliverAll(eventsSince(events));
  const paid = await harness.stored(id);
  expect(paid).toMatchObject({
    status: "invoice",
    payment: { receivedAmount: 2_000 },
    invoices: [{ status: "open" }, { status: "paid", receivedCents: 2_000 }],
  });
  await pay(invoice);
  await deliverAll(eventsSince(events));
  expect(await harness.stored(id)).toMatchObject({
    status: "completed",
    payment: { receivedAmount: 39_400 },
    invoices: [{ status: "paid" }, { status: "paid" }],
  });
});

test("sent but not stored, it is found after Stripe has forgotten its key, and not sent again", async () => {
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  await harness.submit(form);
  const id = contractId(idOf(form));
  const sentTwice = async (clock: () => Date) => {
    const before = await harness.lake.client.getDocument(id);
    const issue = () => issueNextHosted({ ...harness.store, clock, stripe: harness.stripe }, id, 30);
    expect(await issue()).toBe(true);
    const sent = await harness.stored(idOf(form));
    if (before) await harness.lake.client.createOrReplace(before);
    harness.double.state.answers.clear();
    expect(await issue()).toBe(true);
    expect((await harness.stored(idOf(form))).invoices).toEqual(sent.invoices);
    return sent;
  };
  const { payment } = await sentTwice(() => new Date());
  await sentTwice(() => new Date(`${payment.schedule[0]?.nextDate}T15:00:00.000Z`));
  const mine = harness.double.state
    .all("invoice")
    .filter(({ metadata }) => (metadata as { contractId?: string }).contractId === id);
  expect(mine).toMatchObject([{ amount_due: 37_400 }, { amount_due: 2_000 }]);
});

test("paid by card, the money stands in the history once, with its card", async () => {
  const { id, invoice, events } = await invoiced();
  await pay(invoice);
  const sync = () => syncHostedInvoices({ ...harness.store, stripe: harness.stripe }, contractId(id));
  await deliverAll(eventsSince(events));
  await sync();
  await deliverAll(eventsSince(events));
  const { history = [], payment } = await harness.stored(id);
  const moved = history.filter(({ kind }) => kind === "charged" || kind === "received");
  expect(moved).toMatchObject([
    { _key: `received-${invoice}`, amountCents: 37_400, card: { brand: "visa" } },
  ]);
  expect(payment.receivedAmount).toBe(37_400);
});

test("a card that was declined before does not set an invoice that is paid to an error", async () => {
  const { form, first } = await declinedThenInvoice();
  await harness.lake.client
    .patch(`contract.${idOf(form)}`)
    .set({ status: "completed" })
    .commit();
  await deliverAll(eventsSince(first));
  expect((await harness.stored(idOf(form))).status).toBe("completed");
});
