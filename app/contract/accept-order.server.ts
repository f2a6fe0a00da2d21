import type { SubmissionResult } from "@conform-to/react";
import { isAppError } from "../platform/errors.ts";
import { referenceNumber } from "../submissions/reference.server.ts";
import { submissionId as submissionIdOf } from "../submissions/submission-id.server.ts";
import { confirmationToken } from "./confirmation.server.ts";
import { contractId, type StoredContract } from "./contract-store.server.ts";
import { sendHostedInvoice } from "./hosted-invoice.server.ts";
import { contractMessages } from "./messages.ts";
import { parseOrder, type FormFeatures } from "./order-form.server.ts";
import type { OrderOutcome } from "./order-outcome.ts";
import { placeOrder, type NewOrder, type OrderContext } from "./place-order.server.ts";
import { PricesChanged } from "./prices-changed.ts";

export interface Answer {
  status: number;
  outcome: OrderOutcome;
}

export interface AcceptContext extends OrderContext, FormFeatures {
  secret: string;
  /** Whether the visitor has a card form. */
  card: boolean;
  /** Whether orders by invoice also get an invoice on Stripe's pages. */
  hostedInvoices: boolean;
  /** Hears what went wrong, for the log; the visitor gets a safe text. */
  onError: (error: unknown) => void;
}

/** The answer to an order that was not stored. */
export function failedAnswer(error: unknown): Answer {
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
function withSubmissionId(form: FormData, context: AcceptContext): FormData {
  const content = [...form].flatMap(([name, value]) => (typeof value === "string" ? [name, value] : []));
  const posted = String(form.get("submissionId") ?? "");
  form.set("submissionId", submissionIdOf(posted, context.secret, content, context.now));
  return form;
}

function placedAnswer(contract: StoredContract, submissionId: string, secret: string): Answer {
  return {
    status: 200,
    outcome: {
      status: "placed",
      submissionId,
      paymentMethod: contract.payment.paymentMethod,
      paid: contract.status === "completed",
      reference: referenceNumber(secret, contractId(submissionId)),
      confirmation: confirmationToken(secret, submissionId),
      dueTodayCents: contract.payment.amountDueToday,
    },
  };
}

async function take(order: NewOrder, context: AcceptContext): Promise<Answer> {
  const contract = await placeOrder(context, order);
  if (context.hostedInvoices && context.stripe && contract.status === "invoice") {
    // The order stands whatever happens to its invoice on Stripe's pages.
    await sendHostedInvoice(context.client, context.stripe, contract, context).catch(context.onError);
  }
  return placedAnswer(contract, order.submissionId, context.secret);
}

function invalid({ message, result }: { message: string; result: SubmissionResult }): Answer {
  return { status: 422, outcome: { status: "invalid", message, result } };
}

/** Takes a posted order: checks it, prices it and stores it. Nothing is charged here. Never throws. */
export async function acceptOrder(form: FormData, context: AcceptContext): Promise<Answer> {
  try {
    const parsed = parseOrder(withSubmissionId(form, context), context);
    if (!parsed.ok) return invalid(parsed);
    const { order, refuse } = parsed;
    if (order.input.paymentMethod === "stripe" && !(context.stripe && context.card)) {
      return { status: 400, outcome: { status: "failed", message: contractMessages.cardNotReady } };
    }
    const code = order.input.couponCode;
    const coupon = code ? await context.findCoupon(code) : null;
    // Who has seen a total with the coupon in it is told below that it changed.
    if (code && !coupon && order.claimedTotal === undefined) {
      const message = contractMessages.couponInvalid;
      return invalid(refuse(message, { couponCode: [message] }));
    }
    return await take({ ...order, coupon }, context);
  } catch (error) {
    context.onError(error);
    return failedAnswer(error);
  }
}
