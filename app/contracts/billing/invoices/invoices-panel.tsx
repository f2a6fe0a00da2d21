import { Link } from "@remix-run/react";
import { contractPath } from "../../../model/admin-paths.ts";
import { InvoiceList } from "./invoice-list.tsx";
import type { InvoiceItem } from "../../../model/contracts/invoice-state.ts";

/** The invoices of a contract with a link to the page where they are changed, for the contract's own page. */
export function InvoicesPanel({
  contractId,
  invoices,
}: {
  contractId: string;
  invoices: readonly InvoiceItem[];
}) {
  const path = contractPath(contractId, "invoices");
  return (
    <div className="text-sm">
      <InvoiceList invoices={invoices} base={path} />
      <p className="mt-3">
        <Link to={path} className="text-link print:hidden">
          Manage the invoices
        </Link>
      </p>
    </div>
  );
}
