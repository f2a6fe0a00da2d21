import type { StripeState } from "./state.ts";

/** The page of a hosted invoice, where Stripe would take the card: one button pays it. */
export function hostedInvoicePage(state: StripeState, path: string): string {
  const invoice = state.find(path.split("/").at(-1) ?? "", "invoice");
  if (!invoice) return "<!doctype html><title>No such invoice</title><h1>No such invoice</h1>";
  const amount = ((invoice.amount_due as number) / 100).toFixed(2);
  return `<!doctype html><html lang="en"><title>Invoice</title><h1>Test invoice over $${amount}</h1>
<p>${String(invoice.status)}</p>
<form method="post" action="/test/pay-invoice/${invoice.id}"><button>Pay</button></form></html>`;
}
