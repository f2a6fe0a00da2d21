import { amountRow, sumRow } from "../../../model/contracts/amounts.ts";
import type { CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { canCancel, hasNextInvoice } from "../../../model/contracts/cancellation.ts";
import { nameOfCard } from "../../../model/contracts/card.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { EVENT_LABELS, type ContractEvent } from "../../../model/contracts/history.ts";
import { contentRows, invoicedContent } from "../../../model/contracts/invoice-content.ts";
import { openCents, paidOf, payableCents } from "../../../model/contracts/invoice-state.ts";
import { formatCents, sumCents } from "../../../model/contracts/money.ts";
import { isWrittenOff } from "../../../model/contracts/payment-state.ts";
import { periodsOf } from "../../../model/contracts/payments.ts";
import { creditNoteIssued, invoiceVoided } from "../../../model/emails/credits.ts";
import { invoiceIssued, invoiceReminder, paymentReceived } from "../../../model/emails/invoices.ts";
import type { Fact } from "../../../model/emails/template.ts";
import { dateOf } from "../../../model/format.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { clientEmail, isUnproven, type ClientEmail, type EventContext } from "./order-jobs.server.ts";
import { issuedWith } from "./superseded.ts";

/** What a payment left as a credit, and what that has paid at once. */
function creditFacts({ history = [] }: StoredContract, { nonce }: ContractEvent): Fact[] {
  return history
    .filter(({ kind, nonce: of }) => kind.startsWith("credit-") && nonce && of === nonce)
    .map(({ kind, amountCents = 0, invoice = "" }) => ({
      label: kind === "credit-used" ? `${EVENT_LABELS[kind]}, ${invoice}` : EVENT_LABELS[kind],
      value: formatCents(amountCents),
    }));
}

/** Returns one email for invoices that were issued together, after a hold. */
function issuedTogether(
  contract: StoredContract,
  invoices: readonly InvoiceSummary[],
  props: { number: string; payable: boolean; invoiceUrl: string; dueOn: CalendarDate },
): ClientEmail {
  const issued = invoices.map((invoice) => ({
    ...invoice,
    dueCents: invoice.totalCents - paidOf(contract, invoice).fromCreditCents,
  }));
  const amountCents = sumCents(issued, ({ dueCents }) => dueCents);
  const rows = issued.map(({ number, dueCents, ...invoice }) => ({
    ...amountRow(`Invoice ${number}`, dueCents),
    note: periodsOf(invoicedContent(contract, { number, ...invoice })),
  }));
  return clientEmail(
    invoiceIssued,
    {
      ...props,
      payable: props.payable || issued.some((invoice) => payableCents(invoice) > 0),
      amountCents,
      rows: [...rows, sumRow("Still to pay", amountCents)],
      count: issued.length,
    },
    {
      limited: isUnproven(contract) ? contract._id : undefined,
      pdfs: issued.map(({ number }) => `${number}.pdf`),
    },
  );
}

/** Returns the email of an event of an invoice, or null. */
export function invoiceEmail({ site, contract, event, client }: EventContext): ClientEmail | null {
  const invoice = contract.invoices?.find(({ number }) => number === event.invoice);
  if (!invoice) return null;
  const { number, dueOn, totalCents } = invoice;
  const props = {
    number,
    amountCents: event.amountCents ?? totalCents,
    payable: (site.cardsOn ?? false) && payableCents(invoice) > 0,
    invoiceUrl: `${client.link}/invoices/${encodeURIComponent(number)}`,
  };
  const pdfs = [`${number}.pdf`];
  switch (event.kind) {
    case "invoiced": {
      const all = issuedWith(contract, event).flatMap(
        (one) => contract.invoices?.find((known) => known.number === one.invoice) ?? [],
      );
      if (all.length > 1) return issuedTogether(contract, all, { ...props, dueOn });
      const { fromCreditCents } = paidOf(contract, invoice);
      const dueCents = props.amountCents - fromCreditCents;
      const rows = [
        ...contentRows(invoicedContent(contract, invoice)),
        ...(fromCreditCents > 0
          ? [amountRow(EVENT_LABELS["credit-used"], -fromCreditCents), sumRow("Still to pay", dueCents)]
          : []),
      ];
      // It counts together with the receipt of the order.
      const limited = isUnproven(contract) ? contract._id : undefined;
      return clientEmail(invoiceIssued, { ...props, amountCents: dueCents, rows, dueOn }, { limited, pdfs });
    }
    case "invoice-reminded": {
      const owed = (event.parts ?? []).map((part) => ({
        number: part.invoice,
        cents: part.amountCents,
        dueOn: contract.invoices?.find((known) => known.number === part.invoice)?.dueOn ?? dueOn,
      }));
      // What is open beside it may not be due yet.
      const overdueCount = owed.filter((part) => part.dueOn < dateOf(new Date(event.at))).length;
      return clientEmail(invoiceReminder, { ...props, dueOn, owed, overdueCount }, { pdfs });
    }
    case "received": {
      const { parts = [], card, cheque, at } = event;
      const numbers = parts.map((part) => part.invoice);
      const paid = contract.invoices?.filter((known) => numbers.includes(known.number)) ?? [];
      // When a cheque came in that was recorded by an earlier version is not known.
      const paidOn = event.date ?? (card ? dateOf(new Date(at)) : undefined);
      const about = {
        openCents: sumCents(paid.length > 0 ? paid : [invoice], openCents),
        credit: creditFacts(contract, event),
        isPaidBack: creditCents(contract) > 0 && !hasNextInvoice(contract),
        parts: parts.map((part) => ({ number: part.invoice, cents: part.amountCents })),
        ...(card ? { card: nameOfCard(card) } : {}),
        ...(paidOn ? { paidOn } : {}),
        ...(cheque ? { cheque } : {}),
      };
      const files = numbers.length > 0 ? numbers.map((one) => `${one}.pdf`) : pdfs;
      return clientEmail(paymentReceived, { ...props, ...about }, { pdfs: files });
    }
    case "credited": {
      const credited = contract.invoices?.find((known) => known.number === invoice.credits);
      const about = { credits: credited?.number ?? "", openCents: credited ? openCents(credited) : 0 };
      const credit = creditFacts(contract, event);
      return clientEmail(creditNoteIssued, { ...props, ...about, credit }, { pdfs });
    }
    default:
      return clientEmail(invoiceVoided, {
        ...props,
        isDeclined: isWrittenOff(contract) && !canCancel(contract),
      });
  }
}
