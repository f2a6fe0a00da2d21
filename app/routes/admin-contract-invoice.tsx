import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { guarded } from "../auth/guarded.server.ts";
import { published } from "../content/load.server.ts";
import { InvoiceSheet } from "../contracts/billing/invoices/invoice-sheet.tsx";
import { contractPath } from "../model/admin-paths.ts";
import { sheetTitle } from "../model/contracts/sheet.ts";
import { Logo } from "../site/logo.tsx";
import { unlistedMeta } from "../site/seo.ts";
import { Container } from "../ui/container.tsx";
import { PdfLink, PrintButton } from "../ui/print-button.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data ? sheetTitle(data.view) : "Invoice");

export const loader = guarded("read-contracts", async ({ services, params, id }) => {
  const { invoices, pdfs } = services.billing;
  const view = published(await invoices.viewFor(id, params["number"] ?? ""));
  return { view, hasPdf: await pdfs.canShow(view) };
});

/** An invoice as the client sees it. */
export default function AdminContractInvoice() {
  const { view, hasPdf } = useLoaderData<typeof loader>();
  return (
    <Container className="invoice-page max-w-5xl py-10 sm:py-14">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Link to={contractPath(view.invoice.contractId, "invoices")} className="text-link">
          Invoices of this contract
        </Link>
        <div className="flex gap-3">
          {hasPdf ? (
            <PdfLink href={`/admin/contracts/${view.invoice.contractId}/files/${view.invoice.number}.pdf`} />
          ) : null}
          <PrintButton />
        </div>
      </div>
      <InvoiceSheet view={view} brand={<Logo companyName={view.invoice.seller.companyName} />} />
    </Container>
  );
}
