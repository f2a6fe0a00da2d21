import Stripe from "stripe";
import { z } from "zod";
import { AppError, isAppError } from "../platform/errors.ts";
import type { StartedCharge } from "./charge.server.ts";
import { contractId, getContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { openOffer } from "./offer/find-offer.server.ts";
import { serviceIds } from "./services.ts";
import type { OrderContext } from "./place-order.server.ts";
import { prepareCharge } from "./prepare-charge.server.ts";

/** Body of `POST /api/payment-intent` (specification 7), and the order it is for. `amount` is what is due today, in cents. */
const requestSchema = z.strictObject({
  amount: z.number().int().positive(),
  currency: z.literal("usd"),
  paymentMethodId: z.string().min(1).max(200),
  email: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  /** What the browser says is in the order: looked at by nobody, the stored order counts. */
  services: z.partialRecord(
    z.enum(serviceIds),
    z.record(z.string().max(50), z.union([z.string().max(50), z.boolean(), z.number()])),
  ),
  submissionId: z.uuid(),
  /** The end of the private link, for a contract that an admin has made. */
  offer: z.string().max(100).optional(),
});

export type PaymentAnswer = { clientSecret: string; subscriptionId: string } | { error: string };

async function charge(context: OrderContext & { stripe: Stripe }, body: unknown): Promise<StartedCharge> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    throw new AppError("bad-request", z.prettifyError(parsed.error), {
      safeMessage: contractMessages.intentFailed,
    });
  }
  const { offer, submissionId } = parsed.data;
  const id = offer ? (await openOffer(context, offer))._id : contractId(submissionId);
  const contract = await getContract(context.readClient, id);
  if (contract && contract.payment.amountDueToday !== parsed.data.amount) {
    throw new AppError("conflict", `${id}: the claimed amount differs.`, {
      safeMessage: contractMessages.pricesChanged,
    });
  }
  return prepareCharge(context, id);
}

/** The status and the words for a failed request: Stripe's own only for what concerns the card. */
function refusal(error: unknown): { status: number; answer: PaymentAnswer } {
  if (error instanceof Stripe.errors.StripeCardError)
    return { status: 402, answer: { error: error.message } };
  if (error instanceof Stripe.errors.StripeError)
    return { status: 502, answer: { error: contractMessages.intentFailed } };
  if (!isAppError(error)) return { status: 500, answer: { error: contractMessages.intentFailed } };
  const words =
    error.code === "bad-request" || error.code === "conflict" || error.code.startsWith("payment/")
      ? error.safeMessage
      : contractMessages.intentFailed;
  return { status: error.status, answer: { error: words } };
}

/** Prepares the payment of a stored order and answers what the browser confirms it with. Never throws. */
export async function answerPaymentRequest(
  context: OrderContext,
  body: unknown,
  onError: (error: unknown) => void,
): Promise<{ status: number; answer: PaymentAnswer }> {
  if (!context.stripe) return { status: 503, answer: { error: contractMessages.cardNotReady } };
  try {
    const { clientSecret, subscriptionId } = await charge({ ...context, stripe: context.stripe }, body);
    return { status: 200, answer: { clientSecret, subscriptionId } };
  } catch (error) {
    onError(error);
    return refusal(error);
  }
}
