import type { EmailSite } from "../../../email/email.ts";
import {
  creditNoteIssued,
  invoiceIssued,
  invoiceReminder,
  invoiceVoided,
  paymentReceived,
  type InvoiceEmailProps,
} from "../../../model/emails/invoices.ts";
import type { ClientEmailProps } from "../../../model/emails/orders.ts";
import type { Fact } from "../../../model/emails/template.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { amountRow, sumRow } from "../../../model/contracts/amounts.ts";
import { nameOfCard } from "../../../model/contracts/card.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import { EVENT_LABELS, type ContractEvent } from "../../../model/contracts/history.ts";
import { contentRows, invoicedContent } from "../../../model/contracts/invoice-content.ts";
import { openCents, paidOf, payableCents } from "../../../model/contracts/invoice-state.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { clientJobs, isUnproven } from "./order-jobs.server.ts";

/** What the emails of an event are made from. */
export interface EventContext {
  site: EmailSite;
  contract: StoredContract;
  event: ContractEvent;
  client: ClientEmailProps;
}

function invoiceProps({ site, client, event }: EventContext, invoice: InvoiceSummary): InvoiceEmailProps {
  return {
    ...client,
    number: invoice.number,
    amountCents: event.amountCents ?? invoice.totalCents,
    payable: (site.cardsOn ?? false) && payableCents(invoice) > 0,
    invoiceUrl: invoice.hosted?.url || `${client.link}/invoices/${encodeURIComponent(invoice.number)}`,
  };
}

/** What a payment left as a credit, and what that has paid at once. */
function creditFacts({ history = [] }: StoredContract, { nonce }: ContractEvent): Fact[] {
  return history
    .filter(({ kind, nonce: of }) => kind.startsWith("credit-") && nonce && of === nonce)
    .map(({ kind, amountCents = 0, invoice = "" }) => ({
      label: kind === "credit-used" ? `${EVENT_LABELS[kind]}, ${invoice}` : EVENT_LABELS[kind],
      value: formatCents(amountCents),
    }));
}

/** Returns the emails of an event of an invoice. Stripe sends those of the invoices that it hosts, but of payments. */
export function invoiceJobs(context: EventContext): NewJob[] {
  const { contract, event } = context;
  const invoice = contract.invoices?.find(({ number }) => number === event.invoice);
  if (!invoice || (invoice.hosted && event.kind !== "received")) return [];
  const props = invoiceProps(context, invoice);
  const { dueOn } = invoice;
  const pdfs = invoice.hosted ? [] : [`${invoice.number}.pdf`];
  switch (event.kind) {
    case "invoiced": {
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
      const invoiced = {
        template: invoiceIssued,
        props: { ...props, amountCents: dueCents, rows, dueOn },
        limited,
        pdfs,
      };
      return clientJobs(contract, event._key, invoiced);
    }
    case "invoice-reminded":
      return clientJobs(contract, event._key, {
        template: invoiceReminder,
        props: { ...props, dueOn },
        pdfs,
      });
    case "received":
      return clientJobs(contract, event._key, {
        template: paymentReceived,
        props: {
          ...props,
          openCents: openCents(invoice),
          credit: creditFacts(contract, event),
          ...(event.card ? { card: nameOfCard(event.card) } : {}),
        },
        pdfs,
      });
    case "credited": {
      const credited = contract.invoices?.find(({ number }) => number === invoice.credits);
      return clientJobs(contract, event._key, {
        template: creditNoteIssued,
        props: {
          ...props,
          credits: credited?.number ?? "",
          openCents: credited ? openCents(credited) : 0,
          credit: creditFacts(contract, event),
        },
        pdfs,
      });
    }
    default:
      return clientJobs(contract, event._key, { template: invoiceVoided, props });
  }
}
