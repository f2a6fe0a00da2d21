import type { ContractDocument } from "./contract-document.ts";
import type { EventKind } from "./history.ts";

// If a client has not paid on the day of the second reminder, the admins are asked whether to go on. No further invoice is issued until
// they answer or a payment is received. The last of these events in the history counts.

/** `asked`: an admin has to answer. `paused`: an admin has paused the invoices. */
export type Hold = "asked" | "paused";

export const HOLD_EVENTS: readonly EventKind[] = ["unpaid-asked", "invoices-paused", "invoices-continued"];

/** Money that comes in. */
export const MONEY_EVENTS: readonly EventKind[] = ["received", "charged"];

/** What stands in place of the next invoice meanwhile. */
export const ON_HOLD = { label: "Next invoice", value: "On hold" };

/** Text for the client. */
export const HOLD_TEXTS: Readonly<Record<Hold, string>> = {
  asked:
    "No further invoice is sent until the open ones are paid. Your services go on, and the invoices of the time between follow then.",
  paused:
    "We have paused your invoices. Your services go on, and the invoices of the time between follow later.",
};

export type Holdable = Pick<ContractDocument, "history"> & { cancellation?: object | null };

/** Returns why a contract gets no further invoice, or null. Money that comes in answers the question. */
export function holdOf({ history = [], cancellation }: Holdable): Hold | null {
  const last = cancellation ? undefined : history.findLast(({ kind }) => HOLD_EVENTS.includes(kind));
  if (last?.kind === "invoices-paused") return "paused";
  if (last?.kind !== "unpaid-asked") return null;
  const paidAt = history.findLast(({ kind }) => MONEY_EVENTS.includes(kind))?.at ?? "";
  return paidAt < last.at ? "asked" : null;
}
