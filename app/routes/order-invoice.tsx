import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { published } from "../content/load.server.ts";
import { InvoiceSheet } from "../contracts/billing/invoices/invoice-sheet.tsx";
import { PayInvoice } from "../contracts/billing/invoices/pay-invoice.tsx";
import { PAID, PAID_PARAM, type PayResult } from "../contracts/billing/invoices/pay-result.ts";
import { sheetTitle } from "../model/contracts/sheet.ts";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { Logo } from "../site/logo.tsx";
import { unlistedMeta } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";
import { PdfLink, PrintButton } from "../ui/print-button.tsx";

export { headersOfLink as headers } from "../platform/cache-control.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data ? sheetTitle(data.view) : "Invoice");

/** A link that does not open leads to the page that offers a new one. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { page: orderPage } = context.services.orders;
  const { token = "", number = "" } = params;
  const paid = new URL(request.url).searchParams.get(PAID_PARAM);
  // The client comes back from the page where the card is entered.
  if (paid === PAID.returned) {
    await orderPage.invoicePaid(context.callerKey, token).catch(throwReply);
    const path = `/order/${encodeURIComponent(token)}/invoices/${encodeURIComponent(number)}`;
    throw redirect(`${path}?${PAID_PARAM}=${PAID.checked}`, 303);
  }
  const invoice = published(await orderPage.loadInvoice(token, number));
  if (invoice === "ended") throw redirect(`/order/${encodeURIComponent(token)}`, 302);
  const payment: PayResult = invoice.view.state === "paid" ? "paid" : "unknown";
  return { ...invoice, order: `/order/${token}`, result: paid === PAID.checked ? { payment } : null };
}

/** Leads to Stripe's page on which the invoice is paid by card. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { token = "", number = "" } = params;
  const { result, status } = published(
    await context.services.orders.page.payInvoice(context.callerKey, token, number),
  );
  return "url" in result ? redirect(result.url, status) : data(result, { status });
}

/** An invoice of an order, to read, print and save as PDF. */
export default function OrderInvoicePage() {
  const { view, order, payableCents, hasPdf, result } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  return (
    <Container className="invoice-page max-w-5xl py-10 sm:py-14">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Link to={order} className="text-link">
          Back to the order
        </Link>
        <div className="flex gap-3">
          {hasPdf ? <PdfLink href={`${order}/files/${view.invoice.number}.pdf`} /> : null}
          <PrintButton />
        </div>
      </div>
      <PayInvoice payableCents={payableCents} result={answer ?? result} busy={busy} />
      <InvoiceSheet view={view} brand={<Logo companyName={view.invoice.seller.companyName} />} />
    </Container>
  );
}
