import { expect, onTestFinished, test } from "vitest";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import { mixedServices, orderForm } from "../support/contract-harness.ts";
import { openInvoiceHarness } from "../support/invoice-harness.ts";

test("a public site issues no invoice in the name of the demo company, and issues it once the payee is the owner's", async () => {
  const { harness, clock, invoices } = await openInvoiceHarness(true);
  onTestFinished(() => harness.close());
  const { client } = harness.lake;
  const payment = { payee: "Harborlight LLC", chequeInstructions: "Mail it." };
  await client.create({ _id: "paymentSettings", _type: "paymentSettings", ...payment });
  clock.now = new Date("2031-01-31T15:00:00.000Z");
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const { status } = await harness.submit(form, { now: clock.now, issueInvoice: invoices.issueMissing });
  expect(status).toBe(200);
  const id = String(form.get("submissionId"));
  expect(await harness.stored(id)).toMatchObject({ status: "invoice" });
  expect((await harness.stored(id)).invoices ?? []).toEqual([]);
  await client.patch("paymentSettings").set({ payee: "Vandermeer" }).commit();
  clock.now = new Date("2031-02-03T15:00:00.000Z");
  await invoices.issueMissing(contractId(id));
  expect((await harness.stored(id)).invoices).toMatchObject([
    { issuedOn: "2031-02-03", dueOn: "2031-03-05", totalCents: 37_400 },
  ]);
  expect(harness.errors).toEqual([]);
});
