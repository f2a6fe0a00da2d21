import type Stripe from "stripe";
import { isPublicUrl } from "../../platform/env.server.ts";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import { runBilling } from "./billing-steps.server.ts";
import { createEmails } from "./emails/emails.server.ts";
import { createInvoices } from "./invoices/invoices.server.ts";
import { createPdfs } from "./pdf/pdfs.server.ts";
import { createRefunds } from "./refunds/refunds.server.ts";
import { createRenewals } from "./renewals/renewals.server.ts";

/** What follows from a contract that was accepted: invoices, renewals, refunds, and the emails about all of it. */
export function createBilling({ stripe, ...form }: FormDeps & { stripe: Stripe | null }) {
  const { env, clients, clock, secret, log } = form;
  const report = reportTo(log, "contract");
  const emails = createEmails({ ...form, readClient: clients.readClient, onError: report });
  const deps = { ...clients, clock, secret, stripe, emails, onError: report, log };
  const invoices = createInvoices({ ...deps, isPublic: isPublicUrl(env.publicUrl) });
  const renewals = createRenewals(deps);
  const refunds = createRefunds(deps);
  const pdfs = createPdfs({ ...form, readClient: clients.readClient, view: invoices.view, report });
  return {
    emails,
    invoices,
    pdfs,
    renewals,
    refunds,
    report,

    /** Brings all contracts up to date with the calendar and with Stripe: invoices, reminders, cancellations, emails. */
    async run(): Promise<void> {
      await renewals.catchUp().catch(report);
      const steps = [...renewals.steps, ...refunds.steps, ...invoices.steps, emails.step];
      await runBilling({ readClient: clients.readClient, steps, onError: report }, clock());
    },
  };
}

export type Billing = ReturnType<typeof createBilling>;
