import { createCookie } from "@remix-run/node";
import type Stripe from "stripe";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import type { Billing } from "../billing/billing.server.ts";
import { getContract } from "../store/contract-store.server.ts";
import { storeQueuedContract } from "./contract-queue.server.ts";
import { createOrderContext } from "./order-context.server.ts";
import { createOrderPage } from "./order-page.server.ts";
import { createPaymentReceiver } from "./payment-request.server.ts";
import { createOrderReceiver } from "./receive-order.server.ts";

/** How long the thank-you page leads to the order, in seconds: longer than paying for it takes. */
const TTL_S = 60 * 60;

const TOKEN = /^[\w-]{42}$/;

/**
 * The key to an order on its way to the thank-you page, with and without scripts: in a signed cookie that only the server reads, and
 * only there, because URLs stay in histories and are read by scripts of others.
 */
export function createPlacedOrders({ secret, publicUrl }: { secret: string; publicUrl: string }) {
  const cookie = createCookie("placed-order", {
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    path: "/thank-you",
    maxAge: TTL_S,
    secrets: [secret],
  });
  return {
    /** Returns the Set-Cookie header for an order that was placed. */
    keep: ({ reference, confirmation }: { reference: string; confirmation: string }) =>
      cookie.serialize(`${reference}.${confirmation}`),
    /** Returns the path of the printable confirmation of the order with this reference number, or null. */
    async confirmationPath(cookies: string | null, reference: string | null): Promise<string | null> {
      const value: unknown = await cookie.parse(cookies);
      const [kept, token = ""] = typeof value === "string" ? value.split(".") : [];
      return reference !== null && kept === reference && TOKEN.test(token) ? `/order/${token}` : null;
    },
  };
}

interface OrdersDeps extends FormDeps {
  stripe: Stripe | null;
  billing: Billing;
  confirm: Parameters<typeof createOrderReceiver>[0]["confirm"];
}

/** The order form, the private links of contracts that admins made, and the client's order page. */
export function createOrders({ billing, confirm, ...deps }: OrdersDeps) {
  const { env, log, secret, clients, queue, stripe } = deps;
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
    placedOrders: createPlacedOrders({ secret, publicUrl: env.publicUrl }),
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
