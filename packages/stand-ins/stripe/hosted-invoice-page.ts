import { payHostedInvoice } from "./payment-intents.ts";
import type { StripeState } from "./state.ts";

/** Returns the page of a hosted invoice, with a button that pays it. */
export function hostedInvoicePage(state: StripeState, method: string, path: string): string {
  const invoice = state.find(path.split("/").at(-1) ?? "", "invoice");
  if (!invoice) return "<!doctype html><title>No such invoice</title><h1>No such invoice</h1>";
  if (method === "POST") payHostedInvoice(state, invoice);
  const amount = ((invoice.amount_due as number) / 100).toFixed(2);
  const button = invoice.status === "open" ? "<button>Pay</button>" : "";
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Test invoice</title>
<h1>Test invoice over $${amount}: ${String(invoice.status)}</h1><form method="post">${button}</form></html>`;
}
