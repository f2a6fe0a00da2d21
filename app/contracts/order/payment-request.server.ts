import Stripe from "stripe";
import { z } from "zod";
import { isSameContract } from "../../model/contracts/build-contract.ts";
import { isAccepted, type Payer } from "../../model/contracts/contract-document.ts";
import { paymentFrequencies } from "../../model/contracts/frequency.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { CURRENCY } from "../../model/contracts/money.ts";
import { choicesOf, isSameChoice, isServiceId } from "../../model/contracts/services.ts";
import { emailAddress, isEmailAddress } from "../../model/email-address.ts";
import { SHORT_TEXT } from "../../model/text-lengths.ts";
import { oneLine } from "../../model/typed-text.ts";
import type { Env } from "../../platform/env.server.ts";
import { AppError, isAppError } from "../../platform/errors.ts";
import { readJson } from "../../platform/http/form-body.server.ts";
import { reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import { abandonCharge, startCharge, type StartedCharge } from "../payment/charge.server.ts";
import { idOf } from "../payment/provider-state.server.ts";
import {
  changeContract,
  getContract,
  contractId,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { openOffer } from "../store/find-offer.server.ts";
import { readConfirmationToken } from "../store/private-links.server.ts";
import type { createOrderContext } from "./order-context.server.ts";
import type { ContractDeps } from "./place-contract.server.ts";
import { costsTheSame, priceContract } from "./prices.server.ts";

/**
 * Checks that the payment method of a request is a card of the payer: its billing details are what the provider shows. Throws
 * an AppError `bad-request`, and Stripe's own errors.
 */
async function requireCard(stripe: Stripe, { paymentMethodId, name, email }: PaymentBody): Promise<void> {
  const reject = (message: string, cause?: unknown) =>
    new AppError("bad-request", message, { cause, safeMessage: contractMessages.intentFailed });
  const method = await stripe.paymentMethods.retrieve(paymentMethodId).catch((cause: unknown) => {
    throw cause instanceof Stripe.errors.StripeInvalidRequestError
      ? reject("There is no such payment method.", cause)
      : cause;
  });
  const { type, billing_details: billing } = method;
  if (type !== "card") throw reject(`A ${type} is no card.`);
  if (billing.name !== name || billing.email !== email)
    throw reject("The billing details of the card are not the payer's.");
}

/** Names another payer at Stripe for a charge that is not paid yet. */
async function changePayer(stripe: Stripe, intent: Stripe.PaymentIntent, payer: Payer): Promise<void> {
  const customer = idOf(intent.customer);
  if (customer) await stripe.customers.update(customer, { ...payer });
  // The first payment of a subscription has none: Stripe sends its invoice to the customer.
  if (intent.receipt_email) await stripe.paymentIntents.update(intent.id, { receipt_email: payer.email });
}

/** Returns the contract's existing charge if it can still be paid, in the name of this payer. */
async function reusableCharge(
  stripe: Stripe,
  contract: StoredContract,
  payer: Payer,
): Promise<StartedCharge | null> {
  const { stripePaymentIntent, subscriptionId, amountDueToday } = contract.payment;
  if (!stripePaymentIntent) return null;
  const intent = await stripe.paymentIntents.retrieve(stripePaymentIntent);
  if (intent.status === "canceled" || intent.amount !== amountDueToday || !intent.client_secret) return null;
  if (!isPayer(contract, payer) && intent.status !== "succeeded") await changePayer(stripe, intent, payer);
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, subscriptionId };
}

const isPayer = ({ payment }: StoredContract, { name, email }: Payer): boolean =>
  payment.payer?.name === name && payment.payer.email === email;

const outdated = (message: string) =>
  new AppError("conflict", message, { safeMessage: contractMessages.pricesChanged });

/** Sets `error` when Stripe did not create the charge (docs/specification.md, section 8), unless the contract changed meanwhile. */
async function markFailed(deps: ContractDeps, contract: StoredContract): Promise<void> {
  const { stripePaymentIntent } = contract.payment;
  await changeContract(deps, contract._id, (current) =>
    current.status !== "pending" || current.payment.stripePaymentIntent !== stripePaymentIntent
      ? null
      : { fields: { status: "error", "payment.paymentStatus": "error" } },
  );
}

/**
 * Returns the charge of a stored contract, ready for the browser to confirm. Throws an AppError `conflict` for one that is paid or
 * goes by invoice; and Stripe's own errors.
 */
async function prepareCharge(
  deps: ContractDeps & { stripe: Stripe },
  contract: StoredContract,
  payer: Payer,
): Promise<StartedCharge> {
  const { _id: id } = contract;
  if (isAccepted(contract)) throw new AppError("conflict", `${id} is ${contract.status}.`);
  if (!contract.agreedToTerms) throw new AppError("conflict", `Nobody has agreed to ${id} yet.`);
  const open = await reusableCharge(deps.stripe, contract, payer);
  if (open) {
    await changeContract(deps, id, (current) =>
      isAccepted(current) || isPayer(current, payer) ? null : { fields: { "payment.payer": payer } },
    );
    return open;
  }
  const totals = await priceContract(deps, contract);
  if (!totals || !costsTheSame(contract, totals)) throw outdated(`${id} does not cost what it did.`);
  const charge = await startCharge(deps.stripe, { contractId: id, contract, payer, totals }).catch(
    async (error: unknown) => {
      // The error of the charge is the one to report.
      await markFailed(deps, contract).catch(() => undefined);
      throw error;
    },
  );
  const { stripePaymentIntent: before } = contract.payment;
  const stored = await changeContract(deps, id, (current) =>
    isAccepted(current) ||
    !isSameContract(current, contract) ||
    current.payment.stripePaymentIntent !== before
      ? null
      : {
          fields: {
            status: "pending",
            "payment.paymentStatus": "pending",
            "payment.payer": payer,
            "payment.stripePaymentIntent": charge.paymentIntentId,
            "payment.subscriptionId": charge.subscriptionId,
          },
        },
  );
  if (stored?.payment.stripePaymentIntent === charge.paymentIntentId) return charge;
  // The contract changed meanwhile (another tab, another method): only the charge that it names may be paid.
  await abandonCharge(deps.stripe, {
    stripePaymentIntent: charge.paymentIntentId,
    subscriptionId: charge.subscriptionId,
  });
  if (stored && isSameContract(stored, contract)) return prepareCharge(deps, stored, payer);
  throw new AppError("conflict", `${id} was changed while its charge was prepared.`);
}

/**
 * Body of `POST /api/payment-intent` (docs/specification.md, section 7), and the contract it is for. `amount` is what is due
 * today, in cents.
 */
const requestSchema = z.strictObject({
  amount: z.number().int().positive(),
  currency: z.literal(CURRENCY),
  /** A card, with the payer's name and email as its billing details. */
  paymentMethodId: z.string().regex(/^pm_\w{1,200}$/),
  email: z.string().overwrite(emailAddress).refine(isEmailAddress),
  name: z.string().overwrite(oneLine).min(1).max(SHORT_TEXT),
  /** The selected services of the stored contract. */
  services: z.record(
    z.string().refine(isServiceId),
    z.strictObject({
      selected: z.boolean(),
      quantity: z.number().int().positive().optional(),
      paymentFrequency: z.enum(paymentFrequencies).optional(),
    }),
  ),
  submissionId: z.uuid(),
  /**
   * The token of the order's page, which its form got when it was placed: the receipt also goes to the payer, with that link. Not
   * looked at for an adminContract.
   */
  confirmation: z.string().max(100).optional(),
  /** The last part of the private link, for an adminContract. */
  offer: z.string().max(100).optional(),
});

export type PaymentBody = z.output<typeof requestSchema>;

export type PaymentResult = { clientSecret: string; subscriptionId: string } | { error: string };

const isLinkTo = (secret: string, submissionId: string, confirmation = ""): boolean =>
  readConfirmationToken(secret, confirmation)?.submissionId === submissionId.toLowerCase();

async function charge(deps: ContractDeps & { stripe: Stripe }, body: unknown): Promise<StartedCharge> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    throw new AppError("bad-request", z.prettifyError(parsed.error), {
      safeMessage: contractMessages.intentFailed,
    });
  }
  const { offer, submissionId, confirmation, amount, services, name, email } = parsed.data;
  const asShown = async (): Promise<StoredContract> => {
    const contract = offer
      ? await openOffer(deps, offer)
      : await getContract(deps.readClient, contractId(submissionId));
    if (!contract) throw new AppError("not-found", `No order ${submissionId}.`);
    if (!offer && !isLinkTo(deps.secret, submissionId, confirmation))
      throw new AppError("conflict", `${contract._id}: not the form that made it.`, {
        safeMessage: contractMessages.intentFailed,
      });
    const { _id: id } = contract;
    if (contract.payment.amountDueToday !== amount) throw outdated(`${id}: the shown amount differs.`);
    if (!isSameChoice(choicesOf(services), choicesOf(contract.services)))
      throw outdated(`${id}: the services differ.`);
    return contract;
  };
  await asShown();
  await requireCard(deps.stripe, parsed.data);
  // The order may have been paid or changed, or its offer revoked, while Stripe was asked.
  return prepareCharge(deps, await asShown(), { name, email });
}

/** Returns whether Stripe does not take our key, or not for this. */
const isAboutKey = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Returns the status and the message for a failed request. Only card errors show Stripe's own message. */
function refusal(error: unknown): Reply<PaymentResult> {
  if (error instanceof Stripe.errors.StripeCardError) return reply({ error: error.message }, 402);
  if (isAboutKey(error)) return reply({ error: contractMessages.cardUnavailable }, 503);
  if (error instanceof Stripe.errors.StripeError) return reply({ error: contractMessages.intentFailed }, 502);
  if (!isAppError(error)) return reply({ error: contractMessages.intentFailed }, 500);
  const words =
    error.code === "bad-request" || error.code === "conflict" || error.code.startsWith("payment/")
      ? error.safeMessage
      : contractMessages.intentFailed;
  return reply({ error: words }, error.status);
}

/** Returns the client secret with which the browser confirms the payment of a stored contract. Never throws. */
export async function handlePaymentRequest(
  deps: ContractDeps,
  body: unknown,
  onError: (error: unknown) => void,
): Promise<Reply<PaymentResult>> {
  if (!deps.stripe) return reply({ error: contractMessages.cardUnavailable }, 503);
  try {
    const { clientSecret, subscriptionId } = await charge({ ...deps, stripe: deps.stripe }, body);
    return reply({ clientSecret, subscriptionId });
  } catch (error) {
    const cause = error;
    onError(
      isAboutKey(error)
        ? new AppError("unavailable", "Stripe does not take STRIPE_SECRET_KEY.", { cause })
        : error,
    );
    return refusal(error);
  }
}

interface PaymentReceiverDeps {
  env: Pick<Env, "redis">;
  context: ReturnType<typeof createOrderContext>;
  report: (error: unknown) => void;
}

/** Returns the function that handles `POST /api/payment-intent`. It never throws. */
export function createPaymentReceiver({ env, context, report }: PaymentReceiverDeps) {
  const throttle = createThrottle({ name: "payment", requests: 60, seconds: 600 }, env.redis);
  return async (request: Request, callerKey: string): Promise<Reply<PaymentResult>> => {
    try {
      await throttle(callerKey);
      const body = await readJson(request);
      const page = await context.read();
      if (!page.cards) return reply({ error: contractMessages.cardUnavailable }, 503);
      return await handlePaymentRequest(page, body, report);
    } catch (error) {
      report(error);
      return reply({ error: contractMessages.intentFailed }, isAppError(error) ? error.status : 500);
    }
  };
}
