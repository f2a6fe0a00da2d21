import type Stripe from "stripe";
import { AppError, isAppError } from "../../platform/errors.ts";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import type { PaymentStatus } from "../../model/contracts/contract-document.ts";
import type { StoredContract } from "../store/contract-store.server.ts";
import { cardConfigOf } from "./charge.server.ts";
import { reconcileContract } from "./reconcile.server.ts";
import { sweepContracts } from "./sweep.server.ts";
import { handleWebhook } from "./webhook.server.ts";

interface PaymentsDeps extends FormDeps {
  stripe: Stripe | null;
  /** Gets each contract that was brought in line with Stripe. */
  onChanged: (contract: StoredContract) => Promise<void>;
  /** Brings the hosted invoices of a contract in line with Stripe. */
  onInvoice: (contractId: string) => Promise<void>;
}

/** What Stripe says about contracts: after the browser, by webhook, and by the sweep. */
export function createPayments({ env, log, clients, clock, stripe, onChanged, onInvoice }: PaymentsDeps) {
  const store = { ...clients, clock };
  const report = reportTo(log, "contract");
  return {
    report,

    /** The card provider's public configuration; null when card payment is off. */
    cardConfig: cardConfigOf(env.stripe),

    /**
     * Returns the contract's status at Stripe, after the browser has confirmed the card payment. Throws an AppError,
     * `unavailable` when Stripe does not answer.
     */
    async confirm(contractId: string): Promise<PaymentStatus> {
      if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
      const known = await reconcileContract(store, stripe, contractId).catch((cause: unknown) => {
        throw isAppError(cause) ? cause : new AppError("unavailable", "Stripe does not answer.", { cause });
      });
      if (!known) throw new AppError("not-found", "There is no such contract.");
      await onChanged(known.contract);
      return known.contract.status;
    },

    /** Handles `POST /webhooks/stripe`. Throws an AppError when Stripe should deliver again. */
    async receiveWebhook(request: Request): Promise<void> {
      const secret = env.stripe.on ? env.stripe.webhookSecret : undefined;
      if (!stripe) throw new AppError("not-found", "Stripe is switched off.");
      if (!secret) throw new AppError("unavailable", "STRIPE_WEBHOOK_SECRET is not set.");
      const context = { ...store, stripe, secret, onReconciled: onChanged, onInvoice };
      await handleWebhook(context, await request.text(), request.headers.get("stripe-signature"));
    },

    /** Checks contracts whose charge may still be paid; null while card payment is off. */
    sweep: stripe
      ? async () => {
          const sweep = { ...store, stripe, onPaid: onChanged, onError: report };
          await sweepContracts(sweep, clock()).catch(report);
        }
      : null,
  };
}
