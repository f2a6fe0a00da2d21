import { createInvoices } from "../../app/contracts/billing/invoices/invoices.server.ts";
import { openContractHarness } from "./contract-harness.ts";

/** Opens contracts with the invoices of ours that follow them, at Stripe's stand-in, and the clock of both. */
export async function openInvoiceHarness(isPublic = false) {
  const harness = await openContractHarness();
  await harness.lake.client.create({
    _id: "siteSettings",
    _type: "siteSettings",
    companyName: "Harborlight",
  });
  const clock = { now: new Date() };
  const store = { ...harness.store, clock: () => clock.now };
  const invoices = createInvoices({
    ...store,
    secret: "a secret of sixteen or more",
    stripe: harness.stripe,
    isPublic,
    emails: { send: async () => undefined, resend: async () => "sent" },
    onError: (error) => void harness.errors.push(error),
  });
  return { harness, clock, store, invoices };
}

export type InvoiceHarness = Awaited<ReturnType<typeof openInvoiceHarness>>;
