import { expect, test } from "vitest";
import { contractEmails } from "../../app/contracts/billing/emails/emails.server.ts";
import { nextInvoice } from "../../app/contracts/billing/invoices/issue.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { addDays } from "../../app/model/contracts/billing-dates.ts";
import { dateOf } from "../../app/model/format.ts";
import { CARDS, mixedServices, orderForm, type ContractHarness } from "../support/contract-harness.ts";
import { offerHooks } from "../support/contract-hooks.ts";
import { clientForm } from "../support/offer-harness.ts";

// An order that waited for weeks between its first try and the one that is accepted.

const { harness, offers } = offerHooks();

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
const today = () => dateOf(new Date());
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const idOf = (form: FormData) => String(form.get("submissionId"));

/** Kinds of the emails about a contract. */
const emailsOf = (contract: StoredContract) =>
  contractEmails(SITE, contract, new Date()).map(({ id }) => id.split("/")[1]);

/** Prepares the charge of a contract and pays it. */
async function payFor({ result }: Awaited<ReturnType<ContractHarness["pay"]>>, card: string) {
  if (!("clientSecret" in result)) throw new Error(result.error);
  await harness.confirm(result.clientSecret, card);
}

test.each([25, 40])("declined, then paid %i days later: one receipt, that of the order", async (days) => {
  const form = orderForm(mixedServices);
  await harness.submit(form, { now: daysAgo(days) });
  await payFor(await harness.pay(idOf(form), 37_400), CARDS.declined);
  await harness.comeBack(idOf(form));
  expect((await harness.stored(idOf(form))).date).toBe(dateOf(daysAgo(days)));
  const policy = { version: "4.0", hash: "h4" };
  await harness.submit(form, { policy });
  const again = await harness.stored(idOf(form));
  expect(again).toMatchObject({ date: today(), agreedPolicy: policy, payment: { amount: again.total } });
  // Sent twice on a day, it is the same order.
  await harness.submit(form, { policy });
  expect(await harness.stored(idOf(form))).toEqual(again);
  await payFor(await harness.pay(idOf(form), 37_400), CARDS.good);
  expect(await harness.comeBack(idOf(form))).toBe("completed");
  expect(emailsOf(await harness.stored(idOf(form)))).toEqual(["confirmation", "notice"]);
});

test("an offer that was signed and declined is of the day on which it is paid", async () => {
  const { id, token } = await offers.offered();
  const form = clientForm({ paymentMethod: "stripe" });
  await offers.accept(form, token, { now: daysAgo(25) });
  const signed = await offers.stored(id);
  const due = signed.payment.amountDueToday;
  await payFor(await offers.payFor(id, token, due), CARDS.declined);
  await offers.accept(form, token);
  await payFor(await offers.payFor(id, token, due), CARDS.good);
  await reconcileContract(harness.store, harness.stripe, id);
  const paid = await offers.stored(id);
  expect(paid).toMatchObject({ status: "completed", date: today(), signature: signed.signature });
  expect(paid.history?.filter(({ kind }) => kind === "signed")).toHaveLength(1);
  expect(emailsOf(paid)).toEqual(["confirmation", "notice"]);
});

test("by invoice after Stripe was down 40 days before: its periods start when it is accepted", async () => {
  const form = orderForm(mixedServices);
  await harness.submit(form, { now: daysAgo(40) });
  form.set("paymentMethod", "invoice");
  await harness.submit(form);
  const contract = await harness.stored(idOf(form));
  expect(contract).toMatchObject({ status: "invoice", date: today() });
  expect(emailsOf(contract)).toEqual(["confirmation", "notice"]);
  expect(nextInvoice(contract, today())?.content).toMatchObject({ periodStart: today() });
  // Billing that comes late invoices the same period.
  expect(nextInvoice(contract, addDays(today(), 3))?.content).toMatchObject({ periodStart: today() });
});
