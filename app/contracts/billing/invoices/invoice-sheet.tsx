import type { ReactNode } from "react";
import type { InvoiceLine } from "../../../model/contracts/invoice.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { sheetOf, type InvoiceView, type Sheet } from "../../../model/contracts/sheet.ts";
import { Lines } from "../../../ui/lines.tsx";
import { AmountList } from "./amount-list.tsx";

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

function Facts({ facts }: Pick<Sheet, "facts">) {
  return (
    <dl className="grid content-start gap-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-6">
          <dt className="text-ink-faint">{label}</dt>
          <dd className="figures text-right text-ink">{value}</dd>
        </div>
      ))}
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

/** An invoice, a credit note or a receipt, on the screen and on one sheet of paper, below the logo of the company. */
export function InvoiceSheet({ view, brand }: { view: InvoiceView; brand: ReactNode }) {
  const { title, number, state, stateLabel, parties, facts, reason, lines, sums, terms } = sheetOf(view);
  return (
    <article className="invoice-sheet">
      <p className="flex items-center gap-3 text-lg font-semibold text-ink">{brand}</p>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="tight text-3xl">
          {title} <span className="figures whitespace-nowrap">{number}</span>
        </h1>
        {state ? (
          <p className="invoice-state" data-state={state}>
            {stateLabel}
          </p>
        ) : null}
      </header>
      <div className="invoice-parties">
        {parties.map((party) => (
          <Party key={party.title} {...party} />
        ))}
        <Facts facts={facts} />
      </div>
      {reason ? <p>Reason: {reason}</p> : null}
      <Table lines={lines} />
      <AmountList rows={sums} className="invoice-sums" />
      {terms.length > 0 ? (
        <section className="invoice-terms">
          <h2 className="font-semibold text-ink">How to pay</h2>
          <p className="mt-1">
            <Lines lines={terms} />
          </p>
        </section>
      ) : null}
    </article>
  );
}
