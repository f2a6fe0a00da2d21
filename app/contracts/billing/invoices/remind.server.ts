import { addDays } from "../../../model/contracts/billing-dates.ts";
import { dateOf } from "../../../model/format.ts";
import { changeContract, type ContractStore } from "../../store/contract-store.server.ts";
import { hasEvent, withEvent } from "../../../model/contracts/history.ts";
import { holdOf } from "../../../model/contracts/hold.ts";
import { readInvoiceSettings } from "./issue.server.ts";
import { openCents, replaced } from "../../../model/contracts/invoice-state.ts";
import { paymentStateOf } from "../../../model/contracts/payment-state.ts";

/** Days after the due date on which a client is reminded, unless an editor has set others. */
const OVERDUE_REMINDER_DAYS = [7, 21];

/** Number of reminders of an invoice after which the admins are asked what to do. */
const ASKED_AFTER = 2;

/**
 * Notes the reminders that a contract's unpaid invoices are due for, each once; after an outage only the latest one, because
 * a client needs no two reminders on one day. Its payment state becomes overdue with the same change.
 * When an invoice has had two and its client has paid nothing, an event asks the admins what to do, once for each invoice.
 */
export async function remindOverdue(store: ContractStore, contractId: string): Promise<void> {
  const { overdueReminderDays } = await readInvoiceSettings(store.readClient);
  const reminderDays = overdueReminderDays ?? OVERDUE_REMINDER_DAYS;
  const today = dateOf(store.clock());
  const at = store.clock().toISOString();
  await changeContract(store, contractId, (contract) => {
    const { invoices = [], history, paymentState, suspected, payment, cancellation } = contract;
    const goesOn = payment.schedule.length > 0 && !cancellation && !payment.receivedAmount;
    let next = { invoices, history: history ?? [] };
    for (const invoice of suspected === undefined ? invoices : []) {
      const open = openCents(invoice);
      const reached = reminderDays.filter((days) => addDays(invoice.dueOn, days) <= today);
      if (open === 0 || reached.length === 0) continue;
      const _key = `invoice-reminded-${invoice.number}-${Math.max(...reached)}`;
      if (invoice.hosted || hasEvent(next.history, _key)) continue;
      const reminded = { ...invoice, remindedOn: [...invoice.remindedOn, today] };
      const { number } = invoice;
      const reminder = { _key, at, kind: "invoice-reminded", amountCents: open } as const;
      const event = { ...reminder, invoice: number, note: number };
      next = { invoices: replaced(next.invoices, reminded), history: withEvent(next.history, event) };
      if (!goesOn || reached.length < Math.min(ASKED_AFTER, reminderDays.length)) continue;
      const asked = { ...event, _key: `unpaid-asked-${number}`, kind: "unpaid-asked" } as const;
      if (!holdOf({ ...contract, ...next })) next.history = withEvent(next.history, asked);
    }
    if (next.invoices !== invoices) return { fields: next };
    // Time alone has changed the state: writing nothing else writes it.
    const isLate = paymentStateOf(contract, today) === "overdue";
    return isLate && paymentState !== "overdue" ? { fields: {} } : null;
  });
}
