import type { Params } from "./params.ts";
import { payHostedInvoice } from "./payment-intents.ts";
import type { StripeState } from "./state.ts";

/** A request for a page that a person sees. The last part of its path is the id of an object. */
export interface PageRequest {
  method: string;
  path: string;
  params: Params;
}

/** A page, or where it leads. */
export type Page = { html: string } | { location: string };

const HEAD = `<!doctype html><html lang="en"><link rel="icon" href="data:,">`;

export const idOf = ({ path }: PageRequest): string => path.split("/").at(-1) ?? "";

/** Returns a page of one sentence. */
export const notice = (title: string, text = title): Page => ({
  html: `<!doctype html><title>${title}</title><h1>${text}</h1>`,
});

const escape = (value: unknown): string => String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Returns a page that asks for a card. */
export const cardPage = (
  title: string,
  heading: string,
  { action, error, back }: { action: string; error: string; back: readonly [url: unknown, text: string] },
): Page => ({
  html: `${HEAD}<title>${title}</title>
<meta name="viewport" content="width=device-width"><h1>${heading}</h1>${error && `<p role="alert">${escape(error)}</p>`}
<form method="post"><label>Card number <input name="number" autocomplete="off"></label> <button>${action}</button></form>
<p><a href="${escape(back[0])}">${back[1]}</a></p></html>`,
});

/** Returns the page of a hosted invoice, with a button that pays it. */
export function hostedInvoicePage(state: StripeState, request: PageRequest): Page {
  const invoice = state.find(idOf(request), "invoice");
  if (!invoice) return notice("No such invoice");
  if (request.method === "POST") payHostedInvoice(state, invoice);
  const amount = ((invoice.amount_due as number) / 100).toFixed(2);
  const button = invoice.status === "open" ? "<button>Pay</button>" : "";
  return {
    html: `${HEAD}<title>Test invoice</title>
<h1>Test invoice over $${amount}: ${String(invoice.status)}</h1><form method="post">${button}</form></html>`,
  };
}
