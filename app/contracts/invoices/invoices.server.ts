import type { BillingStep } from "../billing.server.ts";
import { dateOf } from "../billing-dates.ts";
import { getContract, isContractId, type StoredContract } from "../contract-store.server.ts";
import { readDocument } from "../../platform/content-store.server.ts";
import { changeInvoice, type ChangeOutcome, type ChangeRequest } from "./change-invoice.server.ts";
import { invoiceState, openCents } from "./invoice-state.ts";
import type { InvoiceView } from "./invoice-sheet.tsx";
import { invoiceId, type InvoiceDocument } from "./invoice.ts";
import { issueNext, nextInvoice, readInvoiceSettings, type IssueDeps } from "./issue.server.ts";
import { OVERDUE_REMINDER_DAYS, remindOverdue } from "./remind.server.ts";

/** Periods that one run makes up for at most: ten years of months. */
const MAX_PERIODS = 120;

const NOT_INVOICED = `payment.paymentMethod == "invoice" && status in ["invoice", "completed"] && defined(lines)
  && !defined(suspected) && (count(invoices) == 0 || !defined(invoices) || count(payment.schedule[nextDate <= $today]) > 0)`;

const UNPAID = `count(invoices[kind == "invoice" && status == "open" && dueOn < $today]) > 0`;

/** Numbered invoices of contracts: when they are issued, what happens to them, and who may see them. */
export function createInvoices(deps: IssueDeps) {
  const { readClient, clock } = deps;

  /** Issues every invoice that a contract lacks, one per period. Throws an AppError when the store does not answer. */
  async function issueMissing(id: string): Promise<void> {
    const settings = await readInvoiceSettings(readClient);
    for (let count = 0; count < MAX_PERIODS; count++) if (!(await issueNext(deps, settings, id))) return;
  }

  /** Returns an invoice with its state, if it belongs to the contract; else null. */
  async function view({ _id, invoices = [] }: StoredContract, number: string): Promise<InvoiceView | null> {
    const summary = invoices.find((known) => known.number === number);
    const id = invoiceId(number);
    const invoice = summary && id ? await readDocument<InvoiceDocument>(readClient, id) : null;
    if (!summary || invoice?.contractId !== _id || invoice.number !== number) return null;
    return {
      invoice,
      state: invoiceState(summary, dateOf(clock())),
      receivedCents: summary.receivedCents,
      creditedCents: summary.creditedCents ?? 0,
      openCents: openCents(summary),
    };
  }

  const steps: readonly BillingStep[] = [
    { name: "invoices", where: NOT_INVOICED, run: issueMissing },
    {
      name: "overdue invoices",
      where: UNPAID,
      run: async (id) => {
        const { overdueReminderDays } = await readInvoiceSettings(readClient);
        await remindOverdue(deps, id, overdueReminderDays ?? OVERDUE_REMINDER_DAYS);
      },
    },
  ];

  return {
    steps,
    issueMissing,
    view,

    /** Changes an invoice as an admin asks. Throws an AppError when the store does not answer. */
    async change(request: ChangeRequest): Promise<ChangeOutcome> {
      if (!isContractId(request.contractId)) return "missing";
      return changeInvoice(deps, await readInvoiceSettings(readClient), request);
    },

    /** Returns a contract, or null. Throws an AppError when the store does not answer. */
    contract: (id: string | undefined): Promise<StoredContract | null> =>
      isContractId(id) ? getContract(readClient, id) : Promise.resolve(null),

    /** Whether the contract lacks an invoice now. */
    isMissing: (contract: StoredContract): boolean => nextInvoice(contract, dateOf(clock())) !== null,
  };
}
