import type Stripe from "stripe";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import type { Billing } from "../billing/billing.server.ts";
import { getContract } from "../store/contract-store.server.ts";
import { storeQueuedContract } from "./contract-queue.server.ts";
import { createOrderContext } from "./order-context.server.ts";
import { createOrderPage } from "./order-page.server.ts";
import { createPaymentReceiver } from "./payment-request.server.ts";
import { createOrderReceiver } from "./receive-order.server.ts";

interface OrdersDeps extends FormDeps {
  stripe: Stripe | null;
  billing: Billing;
  confirm: Parameters<typeof createOrderReceiver>[0]["confirm"];
}

/** The order form, the private links of contracts that admins made, and the client's order page. */
export function createOrders({ billing, confirm, ...deps }: OrdersDeps) {
  const { env, log, clients, queue, stripe } = deps;
  const report = reportTo(log, "contract");
  const { emails, invoices, pdfs, renewals } = billing;
  const context = createOrderContext({ ...deps, report });

  queue.writeWith("contract", async (submission) => {
    const contract = await storeQueuedContract(await context.read(), submission);
    // Billing issues what is missing.
    await invoices.issueMissing(contract._id).catch(report);
    await emails.send((await getContract(clients.readClient, contract._id)) ?? contract);
  });

  return {
    loadPage: context.loadPage,
    page: createOrderPage({ ...deps, renewals, invoices, pdfs, report, cardsOn: stripe !== null }),
    receive: createOrderReceiver({
      ...deps,
      context,
      confirm,
      issueInvoice: invoices.issueMissing,
      onPlaced: emails.send,
      onError: report,
    }),
    preparePayment: createPaymentReceiver({ env, context, report }),
  };
}
