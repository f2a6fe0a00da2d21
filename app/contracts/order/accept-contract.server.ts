import type { SubmissionResult } from "@conform-to/react";
import { buildContract, type ContractInput } from "../../model/contracts/build-contract.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { editionOf } from "../../model/contracts/offer.ts";
import { priceOrder } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import { isAppError } from "../../platform/errors.ts";
import { reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { STORE_POLICY } from "../../submissions/save-submission.server.ts";
import type { SpamCheck } from "../../submissions/spam/spam-check.server.ts";
import {
  contentId,
  referenceNumber,
  submissionId as submissionIdOf,
} from "../../submissions/submission-id.server.ts";
import { getContract, type StoredContract } from "../store/contract-store.server.ts";
import { openOffer, uuidOfContract, type StoredOffer } from "../store/find-offer.server.ts";
import { confirmationToken } from "../store/private-links.server.ts";
import type { CheckResult, OrderResult } from "./contract-action.ts";
import {
  isAway,
  isQueued,
  queueContract,
  type ContractQueue,
  type PlacedContract,
} from "./contract-queue.server.ts";
import { parseContractForm, type FormFeatures, type ParsedForm } from "./form-schema.server.ts";
import {
  placeContract,
  requireChargeable,
  writeContract,
  type ContractDeps,
  type NewContract,
} from "./place-contract.server.ts";
import { PricesChanged } from "./prices.server.ts";

export interface AcceptDeps extends ContractDeps, FormFeatures {
  /** Accepts contracts by invoice while the content store is away. */
  queue?: ContractQueue;
  /** Whether the content store did not answer just now: prices and policy are the last known. */
  isStoreAway?: boolean;
  /** Whether the visitor has a card form. */
  card: boolean;
  /** Whether the owner takes cards for new orders. */
  cards: boolean;
  issueInvoice?: (contractId: string) => Promise<void>;
  spamCheck?: SpamCheck;
  /** Key of the caller, for throttles. */
  caller: string;
  onPlaced?: (contract: StoredContract) => Promise<void>;
  /** Gets errors for the log; the visitor gets a safe text. */
  onError: (error: unknown) => void;
}

/** Returns the reply to an error: only texts that visitors may see. */
export function failedReply(error: unknown): Reply<Exclude<OrderResult, { status: "placed" | "invalid" }>> {
  if (error instanceof PricesChanged) {
    const { safeMessage: message, totals, coupon } = error;
    return reply({ status: "prices-changed", message, totalCents: totals.totalCents, coupon }, 409);
  }
  if (!isAppError(error)) return reply({ status: "failed", message: contractMessages.submitFailed }, 500);
  const isSafe = error.code === "conflict" || error.code.startsWith("payment/");
  const message = isSafe ? error.safeMessage : contractMessages.submitFailed;
  return reply({ status: "failed", message }, error.status);
}

/** Without scripts the form has no id and no secret: then the same content on the same day is the same contract. */
function withSubmissionId(form: FormData, deps: ContractDeps): FormData {
  const content = [...form].flatMap(([name, value]) => (typeof value === "string" ? [name, value] : []));
  const posted = String(form.get("submissionId") ?? "");
  const id = submissionIdOf(posted, deps.secret, content, deps.now);
  form.set("submissionId", id);
  if (posted === "") form.set("orderSecret", contentId(deps.secret, ["order-secret", id]));
  return form;
}

function placedReply(contract: PlacedContract, secret: string): Reply<OrderResult> {
  const submissionId = uuidOfContract(contract._id);
  return reply({
    status: "placed",
    submissionId,
    paymentMethod: contract.payment.paymentMethod,
    paid: contract.status === "completed",
    reference: referenceNumber(secret, contract._id),
    // Over a private link, or from the form that made the order: a form without its secret has been rejected.
    confirmation: confirmationToken(secret, submissionId),
    dueTodayCents: contract.payment.amountDueToday,
  });
}

/** Returns a contract with its invoice. It is accepted even if the invoice fails: billing issues it later. */
async function invoicedContract(contract: StoredContract, deps: AcceptDeps): Promise<StoredContract> {
  await deps.issueInvoice?.(contract._id).catch(deps.onError);
  return (await getContract(deps.readClient, contract._id).catch(() => null)) ?? contract;
}

/** Returns the reply for a stored contract, after issuing its invoice. */
async function acceptedReply(contract: StoredContract, deps: AcceptDeps): Promise<Reply<OrderResult>> {
  const placed = contract.status === "invoice" ? await invoicedContract(contract, deps) : contract;
  await deps.onPlaced?.(placed);
  return placedReply(contract, deps.secret);
}

const invalidReply = ({ message, result }: { message: string; result: SubmissionResult }) =>
  reply({ status: "invalid", message, result }, 422);

/** Returns the reply to an order by card where none can be taken, or without a card form; null when it can go on. */
function rejectCard({ paymentMethod }: ContractInput, { stripe, card, cards }: AcceptDeps) {
  const isTaken = stripe && cards;
  if (paymentMethod !== "stripe" || (isTaken && card)) return null;
  const { cardNotReady, cardUnavailable } = contractMessages;
  return reply({ status: "failed", message: isTaken ? cardNotReady : cardUnavailable }, 400);
}

/**
 * Checks what was posted to `/contract`, or over the private link of a token, whose contract an admin made: that one has its services
 * already, and is signed unless signatures are switched off. Throws like `openOffer`.
 */
async function readOrder(form: FormData, deps: ContractDeps & FormFeatures, token: string | undefined) {
  if (token === undefined)
    return { offer: null, parsed: parseContractForm(withSubmissionId(form, deps), deps, deps) };
  const offer = await openOffer(deps, token);
  form.set("submissionId", uuidOfContract(offer._id));
  // Whoever holds the link needs no secret.
  form.set("orderSecret", uuidOfContract(offer._id));
  const signature = deps.signature === "off" ? "off" : "required";
  const features = { signature, policy: deps.policy, coupons: false, customServices: false } as const;
  return { offer, parsed: parseContractForm(form, features, { fixed: offer.services }) };
}

/** Returns the errors of a posted order, or null. Stores nothing. Throws like `openOffer`. */
export async function checkContract(
  form: FormData,
  deps: ContractDeps & FormFeatures,
  token?: string,
): Promise<Reply<CheckResult> | null> {
  const { parsed } = await readOrder(form, deps, token);
  return parsed.ok ? null : invalidReply(parsed);
}

/** Places an order; by invoice also while the content store is away. */
async function placeOrQueue(deps: AcceptDeps, order: NewContract): Promise<Reply<OrderResult>> {
  const { queue } = deps;
  const queued = async () => queue && placedReply(await queueContract(deps, queue, order), deps.secret);
  const isWaiting = deps.isStoreAway || (await isQueued(queue, order.submissionId));
  const waiting = isWaiting ? await queued() : undefined;
  if (waiting) return waiting;
  const byInvoice = order.input.paymentMethod === "invoice";
  try {
    // Shorter for who can be taken anyway.
    const contract = await placeContract(deps, order, queue && byInvoice ? STORE_POLICY : undefined);
    return await acceptedReply(contract, deps);
  } catch (error) {
    if (!isAway(error)) throw error;
    const taken = await queued();
    if (!taken) throw error;
    deps.onError(error);
    return taken;
  }
}

/** Stores the client's part: contact, payment method and signature. All else stays as the admin made it. */
async function placeOffer(
  deps: ContractDeps,
  contract: StoredOffer,
  { input, shownTotal, edition }: ParsedForm & { edition: number },
): Promise<StoredContract> {
  const { services, customServices, couponCode, offer } = contract;
  const choices = choicesOf(services);
  const totals = priceOrder(offer.catalogue, choices, customServices, offer.coupon, contract.tax);
  if (edition !== editionOf(offer))
    throw new PricesChanged(totals, offer.coupon, contractMessages.offerEdited);
  if (shownTotal !== undefined && shownTotal !== totals.totalCents)
    throw new PricesChanged(totals, offer.coupon);
  const own = { ...input, services, couponCode, wish: "" };
  const document = {
    ...buildContract(own, totals, deps.policy, deps.now),
    customServices,
    offer,
  };
  requireChargeable(document);
  return writeContract(deps, contract._id, document);
}

/**
 * Checks, prices and stores a posted order; over a private link the client's part of the contract that it names. Charges nothing. Never
 * throws.
 */
export async function acceptContract(
  form: FormData,
  deps: AcceptDeps,
  token?: string,
): Promise<Reply<OrderResult>> {
  try {
    const findSpamReason = token === undefined ? deps.spamCheck?.(form, deps.caller) : undefined;
    const { offer, parsed } = await readOrder(form, deps, token);
    if (!parsed.ok) return invalidReply(parsed);
    const { order, reject } = parsed;
    const rejected = rejectCard(order.input, deps);
    if (rejected) return rejected;
    if (offer) {
      const edition = Number(form.get("edition") ?? 1);
      return await acceptedReply(await placeOffer(deps, offer, { ...order, edition }), deps);
    }
    const code = order.input.couponCode;
    const couponUnknown = (error: unknown) => {
      if (!isAway(error)) throw error;
      return undefined;
    };
    const coupon = code ? await deps.findCoupon(code).catch(couponUnknown) : null;
    if (coupon === undefined) {
      const message = contractMessages.couponUnknown;
      return invalidReply(reject(message, { couponCode: [message] }));
    }
    // When the client saw a total, placeContract reports changed prices instead.
    if (code && !coupon && order.shownTotal === undefined) {
      const message = contractMessages.couponInvalid;
      return invalidReply(reject(message, { couponCode: [message] }));
    }
    const spamReason = (await findSpamReason?.(order.submissionId)) ?? null;
    return await placeOrQueue(deps, { ...order, coupon, spamReason });
  } catch (error) {
    deps.onError(error);
    return failedReply(error);
  }
}
