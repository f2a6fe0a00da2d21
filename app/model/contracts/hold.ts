import type { ContractDocument } from "./contract-document.ts";
import type { EventKind } from "./history.ts";

// A client by invoice who has paid nothing after a second reminder: the admins are asked whether to go on, and no further invoice is
// issued until they answer. It follows from the history: the last of these events counts.

/** `asked`: an admin has to answer. `paused`: an admin has paused the invoices. */
export type Hold = "asked" | "paused";

export const HOLD_EVENTS: readonly EventKind[] = ["unpaid-asked", "invoices-paused", "invoices-continued"];

/** What stands in place of the next invoice meanwhile. */
export const ON_HOLD = { label: "Next invoice", value: "On hold" };

export type Holdable = Pick<ContractDocument, "history"> & {
  payment: Pick<ContractDocument["payment"], "receivedAmount">;
  cancellation?: object | null;
};

/** Returns why a contract gets no further invoice, or null. Money that comes in answers the question. */
export function holdOf({ history = [], payment, cancellation }: Holdable): Hold | null {
  const last = cancellation ? undefined : history.findLast(({ kind }) => HOLD_EVENTS.includes(kind))?.kind;
  if (last === "invoices-paused") return "paused";
  return last === "unpaid-asked" && !payment.receivedAmount ? "asked" : null;
}
