import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CARDS, mixedServices, openOrderDesk, orderForm, type OrderDesk } from "../support/order-desk.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await openOrderDesk();
});
afterAll(() => desk.close());
afterEach(() => {
  expect(desk.double.state.unknownRequests).toEqual([]);
  expect(desk.errors).toEqual([]);
});

const idOf = (form: FormData) => String(form.get("submissionId"));
const eventsSince = (first: number) => desk.double.state.events.slice(first);
const deliverAll = async (events: ReturnType<typeof eventsSince>) => {
  for (const event of events) await desk.deliver(event);
};

/** An order by invoice with a page of its own at Stripe. */
async function invoiced(fields: Record<string, string> = {}) {
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice", ...fields });
  await desk.submit(form, { hostedInvoices: true });
  const id = idOf(form);
  const { hostedInvoiceId = "" } = (await desk.stored(id)).payment;
  const events = desk.double.state.events.length;
  return { id, invoice: hostedInvoiceId, events };
}

const pay = (invoice: string) =>
  fetch(`${desk.double.origin}/test/pay-invoice/${invoice}`, { method: "POST" });

test("an order says which invoice Stripe hosts for it", async () => {
  const { id, invoice } = await invoiced();
  expect(await desk.stored(id)).toMatchObject({
    status: "invoice",
    payment: {
      hostedInvoiceId: invoice,
      hostedInvoiceStatus: "open",
      hostedInvoiceUrl: `${desk.double.origin}/hosted-invoice/${invoice}`,
      stripePaymentIntent: "",
    },
  });
});

test("paid, it is completed, whatever order the events come in and however often", async () => {
  const { id, invoice, events } = await invoiced();
  await pay(invoice);
  await deliverAll(eventsSince(events).toReversed());
  const paid = await desk.stored(id);
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
  expect(await desk.stored(id)).toEqual(paid);
  expect(
    desk.double.state.charges.filter(
      ({ paymentIntent }) => paymentIntent === paid.payment.stripePaymentIntent,
    ),
  ).toMatchObject([{ amount: 37_400 }]);
});

test("paid before the order knew its invoice: the event itself says which one to look at", async () => {
  const { id, invoice, events } = await invoiced();
  const unknown = ["payment.hostedInvoiceId", "payment.hostedInvoiceStatus", "payment.hostedInvoiceUrl"];
  await desk.lake.client.patch(`contract.${id}`).unset(unknown).commit();
  await pay(invoice);
  await deliverAll(eventsSince(events));
  expect(await desk.stored(id)).toMatchObject({ status: "completed", payment: { hostedInvoiceId: invoice } });
});

test("an event only says where to look: what it claims is not believed", async () => {
  const { id, invoice, events } = await invoiced();
  const object = { ...desk.double.state.find(invoice)!, status: "paid" };
  const claim = (name: string, more: object) => ({
    id: `evt_${name}_${id}`,
    object: "event",
    type: "invoice.paid",
    data: { object: { ...object, ...more } },
  });
  await desk.deliver(claim("claimed", {}));
  expect((await desk.stored(id)).status).toBe("invoice");
  // Another order's paid invoice does not pay this one.
  const other = await invoiced();
  await pay(other.invoice);
  await desk.lake.client.patch(`contract.${id}`).unset(["payment.hostedInvoiceId"]).commit();
  await desk.deliver(claim("foreign", { id: other.invoice }));
  expect((await desk.stored(id)).status).toBe("invoice");
  expect(eventsSince(events).length).toBeGreaterThan(0);
});

test("void or given up, it stays an order by invoice; given up and then paid, it is completed", async () => {
  const voided = await invoiced();
  await desk.stripe.invoices.voidInvoice(voided.invoice);
  await deliverAll(eventsSince(voided.events));
  expect(await desk.stored(voided.id)).toMatchObject({
    status: "invoice",
    payment: { paymentStatus: "invoice", hostedInvoiceStatus: "void", hostedInvoiceUrl: "" },
  });
  const given = await invoiced();
  await desk.stripe.invoices.markUncollectible(given.invoice);
  await deliverAll(eventsSince(given.events));
  expect(await desk.stored(given.id)).toMatchObject({
    status: "invoice",
    payment: { hostedInvoiceStatus: "uncollectible" },
  });
  await pay(given.invoice);
  await deliverAll(eventsSince(given.events));
  expect((await desk.stored(given.id)).status).toBe("completed");
});

test("money that goes back, or is disputed, shows on the order", async () => {
  const { id, invoice, events } = await invoiced();
  await pay(invoice);
  await deliverAll(eventsSince(events));
  const { stripePaymentIntent } = (await desk.stored(id)).payment;
  await desk.stripe.refunds.create({ payment_intent: stripePaymentIntent, amount: 5_000 });
  await fetch(`${desk.double.origin}/test/dispute/${stripePaymentIntent}`, { method: "POST" });
  await deliverAll(eventsSince(events));
  expect(await desk.stored(id)).toMatchObject({
    status: "completed",
    payment: { refundedAmount: 5_000, disputed: true },
  });
});

test("a declined card, then a hosted invoice that is paid: one charge, and the card's late events change nothing", async () => {
  const form = orderForm();
  const first = desk.double.state.events.length;
  await desk.submit(form);
  const { answer } = await desk.pay(idOf(form), 1_200);
  if (!("clientSecret" in answer)) throw new Error(answer.error);
  await desk.confirm(answer.clientSecret, CARDS.declined);
  await desk.comeBack(idOf(form));
  form.set("paymentMethod", "invoice");
  await desk.submit(form, { hostedInvoices: true });
  const { hostedInvoiceId = "" } = (await desk.stored(idOf(form))).payment;
  await deliverAll(eventsSince(first).toReversed());
  expect((await desk.stored(idOf(form))).status).toBe("invoice");
  await pay(hostedInvoiceId);
  await deliverAll(eventsSince(first).toReversed());
  expect(await desk.stored(idOf(form))).toMatchObject({
    status: "completed",
    payment: { paymentMethod: "invoice", hostedInvoiceStatus: "paid" },
  });
  expect(desk.double.state.charges.at(-1)).toMatchObject({ amount: 1_200 });
});
