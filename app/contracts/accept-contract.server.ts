import type { SubmissionResult } from "@conform-to/react";
import { isAppError } from "../platform/errors.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { submissionId as submissionIdOf } from "../submissions/submission-id.server.ts";
import type { SpamCheck } from "../submissions/spam/spam-check.server.ts";
import { confirmationToken } from "./private-links.server.ts";
import type { ContractInput } from "./contract-document.ts";
import type { StoredContract } from "./contract-store.server.ts";
import { sendHostedInvoice } from "./hosted-invoice.server.ts";
import { contractMessages } from "./messages.ts";
import { parseContractForm, type FormFeatures } from "./form-schema.server.ts";
import type { OrderOutcome } from "./contract-action.ts";
import { uuidOfContract } from "./offer/find-offer.server.ts";
import { placeContract, type ContractDeps } from "./place-contract.server.ts";
import { PricesChanged } from "./price-contract.server.ts";

export interface Answer {
  status: number;
  outcome: OrderOutcome;
}

export interface AcceptDeps extends ContractDeps, FormFeatures {
  /** Whether the visitor has a card form. */
  card: boolean;
  /** Whether orders by invoice also get an invoice on Stripe's pages. */
  hostedInvoices: boolean;
  spamCheck?: SpamCheck;
  /** Key of the caller's share. */
  caller: string;
  /** Hears of each order that was taken. */
  onPlaced?: (contract: StoredContract) => void;
  /** Hears what went wrong, for the log; the visitor gets a safe text. */
  onError: (error: unknown) => void;
}

/** The answer to an order that was not stored. */
export function failedResult(error: unknown): Answer {
  if (error instanceof PricesChanged) {
    return {
      status: 409,
      outcome: {
        status: "prices-changed",
        message: error.safeMessage,
        totalCents: error.totals.totalCents,
        coupon: error.coupon,
      },
    };
  }
  if (!isAppError(error))
    return { status: 500, outcome: { status: "failed", message: contractMessages.submitFailed } };
  const message =
    error.code === "conflict" || error.code.startsWith("payment/")
      ? error.safeMessage
      : contractMessages.submitFailed;
  return { status: error.status, outcome: { status: "failed", message } };
}

/** Without scripts the form has no id to send; then the same content on the same day is the same order. */
function withSubmissionId(form: FormData, context: AcceptDeps): FormData {
  const content = [...form].flatMap(([name, value]) => (typeof value === "string" ? [name, value] : []));
  const posted = String(form.get("submissionId") ?? "");
  form.set("submissionId", submissionIdOf(posted, context.secret, content, context.now));
  return form;
}

function placedResult(contract: StoredContract, secret: string): Answer {
  const submissionId = uuidOfContract(contract._id);
  return {
    status: 200,
    outcome: {
      status: "placed",
      submissionId,
      paymentMethod: contract.payment.paymentMethod,
      paid: contract.status === "completed",
      reference: referenceNumber(secret, contract._id),
      confirmation: confirmationToken(secret, submissionId),
      dueTodayCents: contract.payment.amountDueToday,
    },
  };
}

/** The answer to an order that is stored. One by invoice gets its page at Stripe, where that is switched on. */
export async function acceptedResult(contract: StoredContract, context: AcceptDeps): Promise<Answer> {
  if (context.hostedInvoices && context.stripe && contract.status === "invoice") {
    // The order stands whatever happens to its invoice on Stripe's pages.
    await sendHostedInvoice(context, context.stripe, contract, context).catch(context.onError);
  }
  context.onPlaced?.(contract);
  return placedResult(contract, context.secret);
}

/** The answer to a form that has something wrong in it. */
export function invalidResult({ message, result }: { message: string; result: SubmissionResult }): Answer {
  return { status: 422, outcome: { status: "invalid", message, result } };
}

/** The answer to an order by card where there is no card form; null where there is one, or none is needed. */
export function rejectCard({ paymentMethod }: ContractInput, { stripe, card }: AcceptDeps): Answer | null {
  if (paymentMethod !== "stripe" || (stripe && card)) return null;
  return { status: 400, outcome: { status: "failed", message: contractMessages.cardNotReady } };
}

/** Takes a posted order: checks it, prices it and stores it. Nothing is charged here. Never throws. */
export async function acceptContract(form: FormData, context: AcceptDeps): Promise<Answer> {
  try {
    const findSpamReason = context.spamCheck?.(form, context.caller);
    const parsed = parseContractForm(withSubmissionId(form, context), context);
    if (!parsed.ok) return invalidResult(parsed);
    const { order, refuse } = parsed;
    const refused = rejectCard(order.input, context);
    if (refused) return refused;
    const code = order.input.couponCode;
    const coupon = code ? await context.findCoupon(code) : null;
    // Who has seen a total with the coupon in it is told below that it changed.
    if (code && !coupon && order.claimedTotal === undefined) {
      const message = contractMessages.couponInvalid;
      return invalidResult(refuse(message, { couponCode: [message] }));
    }
    const spamReason = (await findSpamReason?.(order.submissionId)) ?? null;
    return await acceptedResult(await placeContract(context, { ...order, coupon, spamReason }), context);
  } catch (error) {
    context.onError(error);
    return failedResult(error);
  }
}
