import { isAppError } from "../platform/errors.ts";
import { referenceNumber } from "../submissions/reference.server.ts";
import { confirmationToken } from "./confirmation.server.ts";
import { contractId } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { parseOrder } from "./order-form.server.ts";
import type { OrderOutcome } from "./order-outcome.ts";
import { placeOrder, PricesChanged, type OrderContext } from "./place-order.server.ts";

export interface Answer {
  status: number;
  outcome: OrderOutcome;
}

function failed(error: unknown): Answer {
  if (error instanceof PricesChanged) {
    return {
      status: 409,
      outcome: { status: "prices-changed", message: error.safeMessage, totalCents: error.totals.totalCents },
    };
  }
  return {
    status: isAppError(error) ? error.status : 500,
    outcome: { status: "failed", message: contractMessages.submitFailed },
  };
}

/**
 * Takes a posted order: checks it, prices it and stores it. Nothing is charged here. `onError` hears what went wrong, for
 * the log; the visitor gets a safe text.
 */
export async function acceptOrder(
  form: FormData,
  context: OrderContext & { secret: string },
  onError: (error: unknown) => void,
): Promise<Answer> {
  const parsed = parseOrder(form);
  if (!parsed.ok)
    return { status: 422, outcome: { status: "invalid", message: parsed.message, result: parsed.result } };
  const { submissionId, input, claimedTotal } = parsed.order;
  if (input.paymentMethod === "stripe" && !context.stripe) {
    return { status: 400, outcome: { status: "failed", message: contractMessages.cardNotReady } };
  }
  try {
    const contract = await placeOrder(context, submissionId, input, claimedTotal);
    return {
      status: 200,
      outcome: {
        status: "placed",
        paymentMethod: contract.payment.paymentMethod,
        paid: contract.status === "completed",
        reference: referenceNumber(context.secret, contractId(submissionId)),
        confirmation: confirmationToken(context.secret, submissionId),
        dueTodayCents: contract.payment.amountDueToday,
      },
    };
  } catch (error) {
    onError(error);
    return failed(error);
  }
}
