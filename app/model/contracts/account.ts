import { amountRow, sumRow, sumRows, taxSum, totalNote, type AmountRow } from "./amounts.ts";
import type { ContractDocument } from "./contract-document.ts";
import { creditCents, receivedTotal } from "./credit.ts";
import { openCents, payableCents } from "./invoice-state.ts";
import { sumCents } from "./money.ts";
import { isOwnInvoiced, ownInvoicedCents, ownOpenCents } from "./own-invoices.ts";
import { cardPayments } from "./payments.ts";

// What was invoiced, paid and given back of a contract, and what is still to pay. Pages, emails and exports take these amounts and their
// names from here.

type Accounted = Pick<ContractDocument, "payment" | "status" | "invoices" | "history">;

/** Returns the amounts of a contract in cents; each is what it says since the contract began. */
export function accountOf({ payment, status, invoices = [], history = [] }: Accounted) {
  const { receivedAmount, refundedAmount = 0, amountDueToday } = payment;
  const issued = invoices.filter(({ kind, status: state }) => kind === "invoice" && state !== "void");
  const isPaid = status === "completed" && issued.length === 0;
  const owedCents = sumCents(invoices, openCents) + ownOpenCents({ payment, history });
  const isUnknown = invoices.length === 0 && !isOwnInvoiced({ history }) && status !== "completed";
  return {
    /** By this site and by the owner. */
    invoicedCents: sumCents(issued, ({ totalCents }) => totalCents) + ownInvoicedCents({ history }),
    creditedCents: sumCents(issued, ({ creditedCents = 0 }) => creditedCents),
    /** By card and by cheque, before refunds. */
    paidCents: receivedAmount ?? (isPaid ? amountDueToday : receivedTotal({ invoices: issued, history })),
    refundedCents: refundedAmount,
    /** Paid beyond what was owed, and neither used nor paid back. */
    creditCents: creditCents({ history }),
    /** Of open invoices, or what is due when the order is placed. */
    openCents: isUnknown ? amountDueToday : owedCents,
    /** Open on invoices only: 0 for a declined card and for an unsigned offer. */
    owedCents,
  };
}

/**
 * Returns how the first payment of an order stands; its receipt, page and emails say it from this. `charge` is the first of a card,
 * `invoice` the first of this site: absent while there is none.
 */
export function firstPayment(contract: ContractDocument) {
  const { payment, invoices = [] } = contract;
  const amountCents = payment.amountDueToday;
  if (payment.paymentMethod === "stripe") {
    const [charge] = cardPayments(contract);
    return { by: "card", amountCents: charge?.amountCents ?? amountCents, charge } as const;
  }
  if (isOwnInvoiced(contract)) return { by: "own-invoice", amountCents } as const;
  const found = invoices.find(({ kind }) => kind === "invoice");
  const invoice = found && {
    number: found.number,
    dueOn: found.dueOn,
    openCents: openCents(found),
    payableCents: payableCents(found),
  };
  return { by: "invoice", amountCents, invoice } as const;
}

/** The name of the credit, wherever it is told. */
export const CREDIT_LEFT = "Credit left";

/** Returns the rows of an account, those above what is still to pay adding up to it. */
export function accountRows(contract: Accounted): AmountRow[] {
  const {
    invoicedCents,
    creditedCents,
    paidCents,
    refundedCents,
    openCents: open,
    creditCents: credit,
  } = accountOf(contract);
  const { status, invoices = [] } = contract;
  const hasInvoices = invoices.length > 0 || isOwnInvoiced(contract);
  if (status === "pending" || status === "error") return [sumRow("Due today", open)];
  const isInvoiced = hasInvoices || status === "invoice";
  // Refunds of an overpayment are added, because the whole payment is subtracted.
  const surplus = isInvoiced ? open - (invoicedCents - creditedCents - paidCents + credit) : 0;
  const returnedCents = Math.min(Math.max(0, surplus), refundedCents);
  const otherwise = refundedCents - returnedCents;
  return [
    ...(hasInvoices ? [amountRow("Invoiced", invoicedCents)] : []),
    ...(creditedCents > 0 ? [amountRow("Credited", -creditedCents)] : []),
    ...(isInvoiced && paidCents === 0 ? [] : [amountRow("Paid", isInvoiced ? -paidCents : paidCents)]),
    ...(credit > 0 ? [amountRow(CREDIT_LEFT, credit)] : []),
    ...(returnedCents > 0 ? [amountRow("Refunded", returnedCents)] : []),
    ...(isInvoiced ? [sumRow("Still to pay", open)] : []),
    ...(otherwise > 0
      ? [
          isInvoiced
            ? { ...amountRow("Refunded", otherwise), note: "Of what was owed" }
            : amountRow("Refunded", -otherwise),
        ]
      : []),
  ];
}

/** Returns the amounts below the services of an order: subtotal, discounts and total. They add up to the total. */
export function orderRows({
  lines,
  payment,
  couponCode,
  tax,
}: Pick<ContractDocument, "lines" | "payment" | "couponCode" | "tax">): AmountRow[] {
  return sumRows({
    totalCents: payment.amount,
    discountCents: payment.recurringDiscount,
    couponCents: payment.couponDiscount ?? 0,
    couponCode,
    ...taxSum({ lines, tax }),
    totalNote: totalNote(lines),
  });
}
