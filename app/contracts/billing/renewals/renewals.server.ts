import { addDays } from "../../../model/contracts/billing-dates.ts";
import { isByCard, isRunning } from "../../../model/contracts/cancellation.ts";
import { dateOf } from "../../../model/format.ts";
import { AppError } from "../../../platform/errors.ts";
import { reply, type Reply } from "../../../platform/http/receive-form.server.ts";
import { withEvents } from "../../payment/provider-events.ts";
import {
  changeContract,
  findContract,
  getContract,
  isContractId,
  type StoredContract,
} from "../../store/contract-store.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import type { createEmails } from "../emails/emails.server.ts";
import {
  isLastChange,
  type CancellationOutcome,
  type CancellationRequest,
} from "./admin-cancellation.server.ts";
import {
  cancelContract,
  confirmCancellation,
  endContract,
  keepContract,
  type CancelDeps,
} from "./cancel.server.ts";
import { catchUp } from "./catch-up.server.ts";
import { chargeNewCard, DECLINED, openPortal } from "./new-card.server.ts";
import { dueReminders, MAX_DAYS_BEFORE } from "./reminders.ts";
import { ORDER_CHANGES, type LinkReply, type OrderChange, type OrderIntent } from "./renewal-view.ts";

const OPEN_CANCELLATIONS = `defined(cancellation.requestedAt) && cancellation.endedAt == ""
  && (cancellation.confirmedAt == "" || cancellation.endsOn <= $today)`;

// A short period renews with a reminder only after a coupon.
const RENEWING = `status in ["completed", "invoice"] && !defined(cancellation.requestedAt) && count(payment.schedule[
  nextDate > $today && nextDate <= $soon && (months >= 6 || ^.payment.couponDiscount > 0)]) > 0`;

interface RenewalDeps extends CancelDeps {
  emails: Pick<ReturnType<typeof createEmails>, "send">;
}

/** The reply to a post to the order page: how a change went, where to go on, or whether a new link was sent. */
export type OrderReply = Reply<{ change: OrderChange } | { url: string } | LinkReply>;

export const changed = (change: OrderChange): OrderReply => reply({ change }, ORDER_CHANGES[change].status);

/** Renewals of contracts: reminders, cancelling, another card, and what Stripe did while nobody heard it. */
export function createRenewals(deps: RenewalDeps) {
  const { clock, stripe, onError } = deps;
  const onChanged = deps.emails.send;

  /**
   * Does what the client of a contract asks for on the private order page. Throws an AppError when Stripe or the store does not
   * answer, and Stripe's errors.
   */
  async function changeOrder(
    contract: StoredContract,
    intent: OrderIntent,
    returnUrl: string,
  ): Promise<OrderReply> {
    if (intent === "card") {
      if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
      return reply({ url: await openPortal(stripe, contract, returnUrl) }, 303);
    }
    const client = { id: contract._id, rev: undefined, by: "client" };
    const { outcome, contract: now } = await (intent === "cancel"
      ? cancelContract(deps, { ...client, isMade: ({ cancellation }) => !!cancellation })
      : keepContract(deps, { ...client, isMade: (known) => !known.cancellation && isRunning(known) }));
    if (outcome !== "done" || !now) return changed("too-late");
    await onChanged(now);
    if (intent === "keep") return changed("kept");
    return changed(now.cancellation?.confirmedAt ? "cancelled" : "waiting");
  }

  /** Tells Stripe what it has not heard yet, and ends what is over. */
  async function settleCancellation(id: string): Promise<void> {
    const contract = await getContract(deps.readClient, id);
    if (!contract?.cancellation) return;
    if (!isByCard(contract)) return await onChanged(await endContract(deps, contract));
    if (stripe) await onChanged(await confirmCancellation(deps, stripe, contract));
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

    changeOrder,

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

    /**
     * Cancels the services of a contract for an admin, or revokes the cancellation. A request with an outdated revision changes
     * nothing. Never throws.
     */
    async changeCancellation({ intent, ...request }: CancellationRequest): Promise<CancellationOutcome> {
      if (!isContractId(request.id)) return "missing";
      const asked = {
        ...request,
        isMade: (contract: StoredContract) => isLastChange(contract, { intent, by: request.by }),
      };
      try {
        const { outcome, contract } = await (intent === "revoke"
          ? keepContract(deps, asked)
          : cancelContract(deps, { ...asked, atOnce: intent === "now" }));
        if (outcome === "done" && contract) await onChanged(contract);
        return outcome;
      } catch (error) {
        onError(error);
        return "unavailable";
      }
    },

    /** Asks Stripe about contracts whose webhooks may have been lost. */
    async catchUp(): Promise<void> {
      if (stripe) await catchUp({ ...deps, stripe, onReconciled: onChanged });
    },
  };
}
