import type Stripe from "stripe";
import { AppError, isAppError } from "../../../platform/errors.ts";
import { reply, type Reply } from "../../../platform/http/receive-form.server.ts";
import { addDays } from "../../../model/contracts/billing-dates.ts";
import { dateOf } from "../../../model/format.ts";
import { isByCard, isRunning } from "../../../model/contracts/cancellation.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import type { createEmails } from "../emails/emails.server.ts";
import {
  changeContract,
  type ContractStore,
  findContract,
  getContract,
  type StoredContract,
} from "../../store/contract-store.server.ts";
import { withEvents } from "../../payment/provider-events.ts";
import {
  cancelContract,
  confirmCancellation,
  endContract,
  keepContract,
  type Cancelled,
  type CancelOutcome,
  type CancelRequest,
} from "./cancel.server.ts";
import { catchUp } from "./catch-up.server.ts";
import { chargeNewCard, DECLINED, openPortal } from "./new-card.server.ts";
import { dueReminders, MAX_DAYS_BEFORE } from "./reminders.ts";
import type { LinkResult, OrderChange, OrderIntent } from "./renewal-view.ts";

const OPEN_CANCELLATIONS = `defined(cancellation.requestedAt) && cancellation.endedAt == ""
  && (cancellation.confirmedAt == "" || cancellation.endsOn <= $today)`;

// A short period renews with a reminder only after a coupon.
const RENEWING = `status in ["completed", "invoice"] && !defined(cancellation.requestedAt) && count(payment.schedule[
  nextDate > $today && nextDate <= $soon && (months >= 6 || ^.payment.couponDiscount > 0)]) > 0`;

export interface RenewalDeps extends ContractStore {
  stripe: Stripe | null;
  emails: Pick<ReturnType<typeof createEmails>, "send">;
  onError: (error: unknown) => void;
}

type Changed = { change: OrderChange } | { url: string };

/** The reply to a post to the order page: how a change went, where to go on, or whether a new link was sent. */
export type OrderReply = Reply<Changed | { outcome: LinkResult }>;

const STATUS: Record<OrderChange, number> = {
  cancelled: 200,
  waiting: 200,
  kept: 200,
  "too-late": 409,
  failed: 503,
  "too-many": 429,
  "card-changed": 200,
  "card-paid": 200,
  "card-declined": 200,
  "card-unknown": 503,
};

function failedChange(error: unknown): OrderChange {
  if (!isAppError(error)) return "failed";
  if (error.code === "too-many-requests") return "too-many";
  return error.code === "conflict" ? "too-late" : "failed";
}

export function failedReply(error: unknown): OrderReply {
  const change = failedChange(error);
  return reply({ change }, STATUS[change]);
}

/** Renewals of contracts: reminders, cancelling, another card, and what Stripe did while nobody heard it. */
export function createRenewals(deps: RenewalDeps) {
  const { clock, stripe, onError } = deps;
  const onChanged = deps.emails.send;

  async function change(contract: StoredContract, intent: OrderIntent, returnUrl: string): Promise<Changed> {
    if (intent === "card") {
      if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
      return { url: await openPortal(stripe, contract, returnUrl) };
    }
    const client = { id: contract._id, rev: undefined, by: "client" };
    const { outcome, contract: changed } = await (intent === "cancel"
      ? cancelContract(deps, { ...client, isMade: ({ cancellation }) => !!cancellation })
      : keepContract(deps, { ...client, isMade: (known) => !known.cancellation && isRunning(known) }));
    if (outcome !== "done" || !changed) return { change: "too-late" };
    await onChanged(changed);
    if (intent === "keep") return { change: "kept" };
    return { change: changed.cancellation?.confirmedAt ? "cancelled" : "waiting" };
  }

  /** Tells Stripe what it has not heard yet, and ends what is over. */
  async function settleCancellation(id: string): Promise<void> {
    const contract = await getContract(deps.readClient, id);
    if (!contract?.cancellation) return;
    if (!isByCard(contract)) return await onChanged(await endContract(deps, contract));
    if (stripe) await onChanged(await confirmCancellation(deps, stripe, contract));
  }

  /** Queues the emails of what an admin did. */
  async function announced(changing: Promise<Cancelled>): Promise<CancelOutcome> {
    const { outcome, contract } = await changing;
    if (outcome === "done" && contract) await onChanged(contract);
    return outcome;
  }

  async function remind(id: string): Promise<void> {
    const reminded = await changeContract(deps, id, (contract) => {
      const now = clock();
      const events = dueReminders(contract, dateOf(now), now);
      return events.length > 0 ? { fields: { history: withEvents(contract, events) } } : null;
    });
    if (reminded) await onChanged(reminded);
  }

  /** Charges a card that was set after a declined one, when the client did not come back to say so. */
  async function settleCard(id: string): Promise<void> {
    const settled = stripe && (await chargeNewCard(deps, stripe, id));
    if (settled) await onChanged(settled.contract);
  }

  const steps: readonly BillingStep[] = [
    { name: "new cards", where: DECLINED, run: settleCard },
    { name: "cancellations", where: OPEN_CANCELLATIONS, run: settleCancellation },
    {
      name: "renewal reminders",
      where: RENEWING,
      params: (now) => ({ soon: addDays(dateOf(now), MAX_DAYS_BEFORE) }),
      run: remind,
    },
  ];

  return {
    steps,

    /** Does what the client of a contract asks for on the private order page. Never throws. */
    async changeOrder(contract: StoredContract, intent: OrderIntent, returnUrl: string): Promise<OrderReply> {
      try {
        const changed = await change(contract, intent, returnUrl);
        return reply(changed, "url" in changed ? 303 : STATUS[changed.change]);
      } catch (error) {
        onError(error);
        return failedReply(error);
      }
    },

    /** Looks at the card of a client who comes back from Stripe, and charges what another one was declined for. Never throws. */
    async cardReturned(contract: StoredContract): Promise<OrderChange> {
      try {
        const settled = stripe && (await chargeNewCard(deps, stripe, contract._id));
        if (!settled) return "card-unknown";
        await onChanged(settled.contract);
        return `card-${settled.outcome}`;
      } catch (error) {
        onError(error);
        return "card-unknown";
      }
    },

    /** Returns a contract, or null. Throws an AppError when the store does not answer. */
    find: (id: string | undefined): Promise<StoredContract | null> => findContract(deps.readClient, id),

    /** Cancels for an admin, at the end of the paid period or at once. Throws like `cancelContract`. */
    cancel: (request: CancelRequest & { atOnce: boolean }) => announced(cancelContract(deps, request)),

    /** Revokes a cancellation for an admin. Throws like `keepContract`. */
    keep: (request: CancelRequest) => announced(keepContract(deps, request)),

    /** Asks Stripe about contracts whose webhooks may have been lost. */
    async catchUp(): Promise<void> {
      if (stripe) await catchUp({ ...deps, stripe, onReconciled: onChanged });
    },
  };
}
