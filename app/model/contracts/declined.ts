import { dateOf } from "../format.ts";
import { addDays, type CalendarDate } from "./billing-dates.ts";
import type { ContractDocument } from "./contract-document.ts";
import { hasEvent, inOrder, type ContractEvent } from "./history.ts";
import type { Cents } from "./money.ts";

/** Stripe tries a declined renewal for about two weeks (docs/operations.md); the day after them its services have ended. */
const TRIED_DAYS = 15;

/** A renewal whose card was declined and that is not paid. */
export interface DeclinedRenewal {
  /** Its invoice at Stripe. */
  id: string;
  amountCents: Cents;
  /** The day of its first try. */
  declinedOn: CalendarDate;
  /** When Stripe tries again; null after its last try, undefined where an earlier version did not store it. */
  nextTryOn: CalendarDate | null | undefined;
  /** The last day on which the services end if no try succeeds; null where Stripe tries for longer than it is set up to. */
  endsOn: CalendarDate | null;
  /** Stripe's page on which the client confirms the payment, where the bank asks for that alone; else `""`. */
  confirmUrl: string;
}

/** Returns the id of the invoice at Stripe that an event of a declined card is about. */
export const declinedId = ({ _key }: Pick<ContractEvent, "_key">): string =>
  _key.replace(/^charge-failed-/, "").replace(/-\d+$/, "");

/** Returns what is known of a declined renewal with one of its tries. */
export function declinedRenewal(
  { history = [] }: Pick<ContractDocument, "history">,
  event: ContractEvent,
): DeclinedRenewal {
  const id = declinedId(event);
  const isTry = (one: ContractEvent) => one.kind === "charge-failed" && declinedId(one) === id;
  const first = inOrder(history).find(isTry) ?? event;
  const { amountCents = 0, nextTryAt, confirmUrl = "" } = event;
  const nextTryOn = nextTryAt ? dateOf(new Date(nextTryAt)) : nextTryAt === "" ? null : undefined;
  const declinedOn = dateOf(new Date(first.at));
  const lastOn = addDays(declinedOn, TRIED_DAYS);
  const endsOn = nextTryOn && nextTryOn > lastOn ? null : lastOn;
  return { id, amountCents, declinedOn, nextTryOn, endsOn, confirmUrl };
}

/** Returns the renewals of a contract that were declined and are not paid, the oldest first. */
export function declinedRenewals(contract: Pick<ContractDocument, "history">): DeclinedRenewal[] {
  const { history = [] } = contract;
  const failed = inOrder(history).filter(({ kind }) => kind === "charge-failed");
  const latest = new Map(failed.map((event) => [declinedId(event), event]));
  return [...latest]
    .filter(([id]) => !hasEvent(history, `charged-${id}`))
    .map(([, event]) => declinedRenewal(contract, event));
}
