import type { ContractDocument } from "./contract-document.ts";
import type { Cents } from "./money.ts";

/** Instead of a charge: what came in by cheque and is paid back by hand. */
export const BY_HAND = "by-hand";

type Told = Pick<ContractDocument, "history">;

/** Returns what was paid back by hand so far. */
export function byHandRefunded({ history = [] }: Told): Cents {
  return history
    .filter(({ _key, kind }) => kind === "refunded" && _key.startsWith(`refund-${BY_HAND}-`))
    .reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
}

/** Returns what was received by cheque and not paid back. */
export function byHandLeft({ history = [] }: Told): Cents {
  const received = history
    .filter(({ kind }) => kind === "received")
    .reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
  return Math.max(0, received - byHandRefunded({ history }));
}
