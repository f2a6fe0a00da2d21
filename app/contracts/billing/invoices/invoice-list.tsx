import { Link } from "@remix-run/react";
import { INVOICE_STATES, type InvoiceItem } from "../../../model/contracts/invoice-state.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { formatDay } from "../../../model/format.ts";

function textOf({ kind, state, openCents, totalCents, dueOn }: InvoiceItem): string {
  if (kind === "credit-note") return "Credit note";
  if (state === "open" || state === "overdue") {
    const part = openCents === totalCents ? "" : `, ${formatCents(openCents)} still to pay`;
    return `${INVOICE_STATES[state]}, due ${formatDay(dueOn)}${part}`;
  }
  return INVOICE_STATES[state];
}

interface InvoiceListProps {
  invoices: readonly InvoiceItem[];
  /** The path above their pages. */
  base: string;
  /** Whether there is a link to pay open ones by card. */
  canPay?: boolean;
}

/** The invoices of a contract, newest first. */
export function InvoiceList({ invoices, base, canPay = false }: InvoiceListProps) {
  return (
    <ul>
      {invoices.map((invoice) => (
        <li
          key={invoice.number}
          className="flex justify-between gap-6 border-b border-line py-2 last:border-b-0"
        >
          <span>
            <Link to={`${base}/${invoice.number}`} className="text-link">
              {invoice.number}
            </Link>
            <span className="block text-sm text-ink-faint">
              {formatDay(invoice.issuedOn)} · {textOf(invoice)}
            </span>
            {canPay && invoice.payableCents > 0 ? (
              <Link to={`${base}/${invoice.number}`} className="text-link inline-block py-2 print:hidden">
                Pay {formatCents(invoice.payableCents)} by card
              </Link>
            ) : null}
          </span>
          <span className="figures">
            {formatCents(invoice.kind === "invoice" ? invoice.totalCents : -invoice.totalCents)}
          </span>
        </li>
      ))}
    </ul>
  );
}
