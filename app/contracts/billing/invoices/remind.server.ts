import { withEvent } from "../../../model/contracts/history.ts";
import { dueQuestion, dueReminder, isOwed } from "../../../model/contracts/overdue.ts";
import { paymentStateOf } from "../../../model/contracts/payment-state.ts";
import { dateOf } from "../../../model/format.ts";
import { changeContract, type ContractStore } from "../../store/contract-store.server.ts";
import { readInvoiceSettings } from "./issue.server.ts";

/** Days after the due date on which a client is reminded, unless an editor has set others. */
const OVERDUE_REMINDER_DAYS = [7, 21];

/**
 * Notes the reminder that a contract's unpaid invoices are due for, and the question to the admins whether to go on. Its payment
 * state becomes overdue with the same change.
 */
export async function remindOverdue(store: ContractStore, contractId: string): Promise<void> {
  const settings = await readInvoiceSettings(store.readClient);
  const days = settings.overdueReminderDays ?? OVERDUE_REMINDER_DAYS;
  const now = store.clock();
  const today = dateOf(now);
  await changeContract(store, contractId, (contract) => {
    const { invoices = [], history, paymentState, suspected } = contract;
    const reminder = suspected === undefined ? dueReminder(contract, days, now) : null;
    const question = suspected === undefined ? dueQuestion(contract, days, now) : null;
    if (reminder || question) {
      const events = [reminder, question].filter((event) => event !== null);
      // All that is open is named, so all of it is reminded of.
      const reminded = invoices.map((invoice) =>
        reminder && isOwed(invoice) ? { ...invoice, remindedOn: [...invoice.remindedOn, today] } : invoice,
      );
      return { fields: { invoices: reminded, history: events.reduce(withEvent, history ?? []) } };
    }
    // Time alone has changed the state: writing nothing else writes it.
    const isLate = paymentStateOf(contract, today) === "overdue";
    return isLate && paymentState !== "overdue" ? { fields: {} } : null;
  });
}
