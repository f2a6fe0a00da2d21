import type { ReactNode } from "react";
import { amountRow, sumRow, sumRows, type AmountRow } from "../../../model/contracts/amounts.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { AmountList } from "./amount-list.tsx";
import type { InvoiceDocument, InvoiceLine } from "../../../model/contracts/invoice.ts";
import { INVOICE_STATES, type InvoiceState } from "../../../model/contracts/invoice-state.ts";
import { formatDay, placeLine } from "../../../model/format.ts";

/** An invoice with what happened to it since. */
export interface InvoiceView {
  invoice: InvoiceDocument;
  state: InvoiceState;
  receivedCents: number;
  creditedCents: number;
  openCents: number;
}

/** Lines of an address, without the empty ones. */
function Lines({ lines }: { lines: readonly string[] }) {
  return lines
    .filter((line) => line !== "")
    .map((line, index) => (
      // The lines of an address have no other key than their index.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="block">
        {line}
      </span>
    ));
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0 wrap-break-word">
      <h2 className="text-sm font-semibold text-ink-faint">{title}</h2>
      <p className="mt-1">
        <Lines lines={lines} />
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="figures text-right text-ink">{children}</dd>
    </div>
  );
}

function Facts({ invoice }: { invoice: InvoiceDocument }) {
  const { kind, number, issuedOn, dueOn, reference, credits, policyVersion } = invoice;
  return (
    <dl className="grid content-start gap-1">
      <Fact label="Number">{number}</Fact>
      <Fact label="Date">
        <time dateTime={issuedOn}>{formatDay(issuedOn)}</time>
      </Fact>
      {kind === "invoice" ? (
        <Fact label="Due">
          <time dateTime={dueOn}>{formatDay(dueOn)}</time>
        </Fact>
      ) : (
        <Fact label="For invoice">{credits}</Fact>
      )}
      <Fact label="Order">{reference}</Fact>
      {policyVersion ? <Fact label="Agreed policy">Version {policyVersion}</Fact> : null}
    </dl>
  );
}

function Row({ line }: { line: InvoiceLine }) {
  const { description, detail, quantity, unitCents, amountCents } = line;
  return (
    <tr>
      <td className="wrap-anywhere">
        <span className="text-ink">{description}</span>{" "}
        {detail ? <span className="invoice-detail text-ink-soft">{detail}</span> : null}
        {quantity > 1 ? (
          <span className="block text-sm text-ink-soft sm:hidden">
            {quantity} × {formatCents(unitCents)}
          </span>
        ) : null}
      </td>
      <td className="invoice-amount max-sm:hidden">{quantity}</td>
      <td className="invoice-amount max-sm:hidden">{formatCents(unitCents)}</td>
      <td className="invoice-amount text-ink">{formatCents(amountCents)}</td>
    </tr>
  );
}

function Table({ lines }: { lines: readonly InvoiceLine[] }) {
  return (
    <table className="invoice-lines">
      <caption className="sr-only">What is invoiced</caption>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col" className="invoice-amount max-sm:hidden">
            Quantity
          </th>
          <th scope="col" className="invoice-amount max-sm:hidden">
            Price
          </th>
          <th scope="col" className="invoice-amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // The lines of an invoice never change.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} line={line} />
        ))}
      </tbody>
    </table>
  );
}

/** What the invoice costs, and what became of that since. */
function rowsOf({ invoice, receivedCents, creditedCents, openCents, state }: InvoiceView): AmountRow[] {
  if (invoice.kind === "credit-note") return [sumRow("Total credited", invoice.totalCents)];
  const isChanged = state !== "void" && receivedCents + creditedCents > 0;
  return [
    ...sumRows(invoice),
    ...(creditedCents > 0 ? [amountRow("Credited", -creditedCents)] : []),
    ...(receivedCents > 0 ? [amountRow("Paid", -receivedCents)] : []),
    ...(isChanged ? [sumRow("Still to pay", openCents)] : []),
  ];
}

function HowToPay({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <section className="invoice-terms">
      <h2 className="font-semibold text-ink">How to pay</h2>
      <p className="mt-1">
        Make the cheque payable to <strong className="text-ink">{invoice.seller.legalName}</strong>, due on{" "}
        {formatDay(invoice.dueOn)}.
      </p>
      {invoice.chequeInstructions ? <p className="mt-1">{invoice.chequeInstructions}</p> : null}
    </section>
  );
}

/** An invoice or a credit note, on the screen and on one sheet of paper. */
export function InvoiceSheet({ view }: { view: InvoiceView }) {
  const { invoice, state } = view;
  const { seller, client, kind } = invoice;
  const street = [seller.street, seller.suite].filter(Boolean).join(", ");
  return (
    <article className="invoice-sheet">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="tight text-3xl">
          {kind === "invoice" ? "Invoice" : "Credit note"}{" "}
          <span className="figures whitespace-nowrap">{invoice.number}</span>
        </h1>
        {kind === "invoice" ? (
          <p className="invoice-state" data-state={state}>
            {INVOICE_STATES[state]}
          </p>
        ) : null}
      </header>
      <div className="invoice-parties">
        <Party
          title="From"
          lines={[seller.legalName, street, placeLine(seller), seller.phone, seller.email]}
        />
        <Party
          title={kind === "invoice" ? "Bill to" : "To"}
          lines={[
            client.name,
            client.companyName,
            client.address.street,
            client.address.street2,
            placeLine(client.address),
            client.email,
          ]}
        />
        <Facts invoice={invoice} />
      </div>
      {invoice.reason ? <p>Reason: {invoice.reason}</p> : null}
      <Table lines={invoice.lines} />
      <AmountList rows={rowsOf(view)} className="invoice-sums" />
      {kind === "invoice" && view.openCents > 0 ? <HowToPay invoice={invoice} /> : null}
    </article>
  );
}
