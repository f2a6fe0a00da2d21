import { createHash } from "node:crypto";
import type Stripe from "stripe";
import {
  buildContract,
  contentKey,
  isSameContract,
  type ContractInput,
} from "../../model/contracts/build-contract.ts";
import {
  isAccepted,
  type AgreedPolicy,
  type ContractDocument,
} from "../../model/contracts/contract-document.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { withEvent } from "../../model/contracts/history.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { priceOrder } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import type { SpamReason } from "../../model/spam.ts";
import type { RetryPolicy } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { suspectedField } from "../../submissions/spam/spam-check.server.ts";
import { storeSubmission } from "../../submissions/store.server.ts";
import { abandonCharge } from "../payment/charge.server.ts";
import { reconcileContract } from "../payment/reconcile.server.ts";
import {
  changeContract,
  contractId,
  getContract,
  type ContractChange,
  type ContractStore,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { requireOpen } from "../store/find-offer.server.ts";
import type { OrderPageData } from "./order-query.ts";
import { priceListVersion, PricesChanged, type PriceList } from "./prices.server.ts";

export interface ContractDeps extends PriceList, ContractStore {
  /** Signs private links. */
  secret: string;
  stripe: Stripe | null;
  policy: AgreedPolicy;
  now: Date;
}

/** A checked order, with the coupon of its code at this moment. */
export interface NewContract {
  submissionId: string;
  orderSecret: string;
  input: ContractInput;
  /** The total in cents that the visitor saw. */
  shownTotal: number | undefined;
  coupon: Coupon | null;
  spamReason: SpamReason | null;
}

/** Returns what a contract stores of the secret of its form. */
const secretHash = (orderSecret: string): string =>
  createHash("sha256").update(orderSecret.toLowerCase()).digest("hex");

/**
 * Whether a form may change or repeat an order: only the browser that made it knows the secret, while admins know the id and the
 * content. An adminContract has none.
 */
const isSameForm = (
  current: Pick<ContractDocument, "secretHash">,
  next: Pick<ContractDocument, "secretHash">,
): boolean => current.secretHash === next.secretHash;

/** The same for a request that is no whole form. */
export const isFromForm = (order: Pick<ContractDocument, "secretHash">, orderSecret: string): boolean =>
  isSameForm(order, { secretHash: secretHash(orderSecret) });

/** Returns what a contract stores of the policy that its client agreed to: enough to show later which text it was. */
export function agreedPolicy(policy: OrderPageData["policy"]): AgreedPolicy {
  const hash = createHash("sha256")
    .update(JSON.stringify(policy?.body ?? []))
    .digest("hex");
  return { version: policy?.version ?? "", hash };
}

/** Stripe's minimum charge, in cents. */
const SMALLEST_CHARGE = 50;

/** Throws an AppError `payment/nothing-due` (400) for a card payment below Stripe's minimum. */
export function requireChargeable({ payment }: ContractDocument): void {
  if (payment.paymentMethod !== "stripe" || payment.amountDueToday >= SMALLEST_CHARGE) return;
  throw new AppError("payment/nothing-due", `${payment.amountDueToday} cents are too few for a card.`, {
    status: 400,
    safeMessage: contractMessages.nothingToCharge,
  });
}

/** Cancels an unpaid charge before the contract changes; returns the contract, `completed` if it was paid after all. */
async function releaseCharge(deps: ContractDeps, contract: StoredContract): Promise<StoredContract> {
  if (!deps.stripe || !contract.payment.stripePaymentIntent) return contract;
  await abandonCharge(deps.stripe, contract.payment);
  return (await reconcileContract(deps, deps.stripe, contract._id))?.contract ?? contract;
}

/**
 * Stores a contract before anything is charged. The same submission id always means the same contract: sent again, an
 * accepted one stays as it is; one that waits for payment, or whose card failed, takes the new content. Throws PricesChanged (409) and
 * the store's AppErrors.
 */
export async function placeContract(
  deps: ContractDeps,
  order: NewContract,
  policy?: RetryPolicy,
): Promise<StoredContract> {
  const { id, document, changed } = priceOf(deps, order);
  if (changed) return acceptedBefore(deps, id, document, changed);
  requireChargeable(document);
  await storeSubmission(deps.writeClient, { type: "contract", id, document }, policy);
  return writeContract(deps, id, document);
}

/** Returns the document of an order, and the error when its prices are not those that the visitor saw. */
export function priceOf(deps: ContractDeps, order: NewContract) {
  const { input, coupon, shownTotal, orderSecret } = order;
  const totals = priceOrder(deps.catalogue, choicesOf(input.services), [], coupon, deps.tax);
  const document: ContractDocument = {
    ...buildContract(input, totals, deps.policy, deps.now),
    priceListVersion: priceListVersion(deps),
    ...suspectedField(order.spamReason),
    secretHash: secretHash(orderSecret),
  };
  const couponGone = input.couponCode !== "" && !coupon;
  const isChanged = couponGone || (shownTotal !== undefined && shownTotal !== totals.totalCents);
  const changed = isChanged ? new PricesChanged(totals, coupon) : null;
  return { id: contractId(order.submissionId), document, changed };
}

/** Updates a stored contract to the given content, by the rules of `placeContract`. */
export async function writeContract(
  deps: ContractDeps,
  id: string,
  document: ContractDocument,
): Promise<StoredContract> {
  let paidMeanwhile: StoredContract | null = null;
  const stored = await changeContract(deps, id, async (current) => {
    paidMeanwhile = null;
    if (current.offer) requireOpen(current, deps.now);
    requireSameEdition(current, document);
    requireSameForm(current, document);
    if (isAccepted(current)) return requireSameContent(current, document);
    if (isSameContract(current, document)) return renewedFields(document, current);
    const released = await releaseCharge(deps, current);
    if (isAccepted(released)) {
      paidMeanwhile = released;
      return requireSameContent(released, document);
    }
    return updatedFields(document, released);
  });
  if (!stored) throw new AppError("unavailable", `${id} is gone right after it was stored.`);
  return paidMeanwhile ?? stored;
}

/** Returns the contract if it was accepted before prices changed: the response may have been lost. Throws `changed` otherwise. */
async function acceptedBefore(
  deps: ContractDeps,
  id: string,
  document: ContractDocument,
  changed: PricesChanged,
): Promise<StoredContract> {
  const stored = await getContract(deps.readClient, id);
  if (
    stored &&
    isAccepted(stored) &&
    isSameForm(stored, document) &&
    contentKey(stored) === contentKey(document)
  )
    return stored;
  throw changed;
}

/** Throws an AppError `conflict` when an admin has edited the offer since it was read. */
function requireSameEdition(current: StoredContract, next: ContractDocument): void {
  if (current.offer?.edition === next.offer?.edition) return;
  throw new AppError("conflict", `${current._id} was edited while it was signed.`, {
    safeMessage: contractMessages.offerEdited,
  });
}

type Current = ContractDocument & { _id: string };

const alreadyPlaced = ({ _id, status }: Current, how: string) =>
  new AppError("conflict", `${_id} is ${status} and was sent again ${how}.`, {
    safeMessage: contractMessages.alreadyPlaced,
  });

/** Throws an AppError `conflict` when another form than the one that made the order sends it. */
export function requireSameForm(current: Current, next: ContractDocument): void {
  if (!isSameForm(current, next)) throw alreadyPlaced(current, "without its secret");
}

/** Accepted contracts are immutable: different content under the same id is a conflict. */
export function requireSameContent(current: Current, next: ContractDocument): null {
  if (contentKey(current) === contentKey(next)) return null;
  throw alreadyPlaced(current, "with other content");
}

/** The date of a contract is the day on which its client last sent it, which can be weeks after a card was declined. */
const acceptedAt = ({ date, submittedAt, agreedPolicy }: ContractDocument) => ({
  date,
  submittedAt,
  agreedPolicy,
});

/** Returns the change to the same content, sent again; none on the same day. */
const renewedFields = (next: ContractDocument, current: StoredContract): ContractChange | null =>
  current.date === next.date ? null : { fields: acceptedAt(next) };

/**
 * Returns the change to the given content. The id of the earlier intent is kept, so that a new charge gets new idempotency keys and
 * a late payment is still found. With payment by invoice the cancelled subscription is removed, and so is the payer of the card,
 * who would receive emails about payments.
 */
function updatedFields(next: ContractDocument, current: StoredContract): ContractChange {
  const { stripePaymentIntent, payer } = current.payment;
  const byInvoice = next.payment.paymentMethod === "invoice";
  const subscriptionId = byInvoice ? "" : current.payment.subscriptionId;
  const signed = { _key: "signed", at: next.submittedAt, kind: "signed", by: "client" } as const;
  return {
    fields: {
      ...acceptedAt(next),
      agreedToTerms: true,
      ...(current.offer ? { history: withEvent(current.history, signed) } : {}),
      contactInfo: next.contactInfo,
      services: next.services,
      lines: next.lines,
      ...(next.priceListVersion ? { priceListVersion: next.priceListVersion } : {}),
      signature: next.signature,
      couponCode: next.couponCode,
      tax: next.tax ?? null,
      customServices: next.customServices,
      total: next.total,
      status: next.status,
      subscription: null,
      payment: {
        ...next.payment,
        stripePaymentIntent,
        subscriptionId,
        ...(payer && !byInvoice ? { payer } : {}),
      },
    },
  };
}
