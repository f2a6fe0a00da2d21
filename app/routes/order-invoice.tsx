import { redirect } from "@remix-run/node";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { published } from "../content/load.server.ts";
import { InvoiceSheet } from "../contracts/billing/invoices/invoice-sheet.tsx";
import { sheetTitle } from "../model/contracts/sheet.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { Container } from "../ui/container.tsx";
import { PdfLink, PrintButton } from "../ui/print-button.tsx";

export { headers } from "./order-confirmation.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data ? sheetTitle(data.view) : "Invoice");

/** A link that does not open leads to the page that offers a new one. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = "", number = "" } = params;
  const view = published(await context.services.orders.page.loadInvoice(token, number));
  if (view === "ended") throw redirect(`/order/${encodeURIComponent(token)}`, 302);
  return { view, order: `/order/${token}` };
}

/** An invoice of an order, to read, print and save as PDF. */
export default function OrderInvoicePage() {
  const { view, order } = useLoaderData<typeof loader>();
  return (
    <Container className="invoice-page max-w-5xl py-10 sm:py-14">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Link to={order} className="font-semibold text-accent underline underline-offset-4">
          Back to the order
        </Link>
        <PdfLink href={`${order}/files/${view.invoice.number}.pdf`} />
        <PrintButton />
      </div>
      <InvoiceSheet view={view} />
    </Container>
  );
}
