import type { SubmissionResult } from "@conform-to/react";
import { isAppError } from "../../platform/errors.ts";
import { reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { referenceNumber, submissionId as submissionIdOf } from "../../submissions/submission-id.server.ts";
import type { SpamCheck } from "../../submissions/spam/spam-check.server.ts";
import { confirmationToken } from "../store/private-links.server.ts";
import { buildContract, type ContractInput } from "../../model/contracts/build-contract.ts";
import { editionOf } from "../../model/contracts/offer.ts";
import { priceOrder, pricedLines } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import { getContract, type StoredContract } from "../store/contract-store.server.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { parseContractForm, type FormFeatures } from "./form-schema.server.ts";
import type { CheckResult, OrderResult } from "./contract-action.ts";
import { openOffer, uuidOfContract, type StoredOffer } from "../store/find-offer.server.ts";
import {
  placeContract,
  requireChargeable,
  writeContract,
  type ContractDeps,
  type NewContract,
} from "./place-contract.server.ts";
import { STORE_POLICY } from "../../submissions/save-submission.server.ts";
import {
  isAway,
  isQueued,
  queueContract,
  type ContractQueue,
  type PlacedContract,
} from "./contract-queue.server.ts";
import { PricesChanged } from "./prices.server.ts";

export interface AcceptDeps extends ContractDeps, FormFeatures {
  /** Accepts contracts by invoice while the content store is away. */
  queue?: ContractQueue;
  /** Whether the content store did not answer just now: prices and policy are the last known. */
  isStoreAway?: boolean;
  /** Whether the visitor has a card form. */
  card: boolean;
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

/** Without scripts the form has no id: then the same content on the same day is the same contract. */
function withSubmissionId(form: FormData, deps: ContractDeps): FormData {
  const content = [...form].flatMap(([name, value]) => (typeof value === "string" ? [name, value] : []));
  const posted = String(form.get("submissionId") ?? "");
  form.set("submissionId", submissionIdOf(posted, deps.secret, content, deps.now));
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

/** Returns the reply to an order by card without a card form; null when it can go on. */
function rejectCard({ paymentMethod }: ContractInput, { stripe, card }: AcceptDeps) {
  if (paymentMethod !== "stripe" || (stripe && card)) return null;
  return reply({ status: "failed", message: contractMessages.cardNotReady }, 400);
}

const parseOrder = (form: FormData, deps: ContractDeps & FormFeatures) =>
  parseContractForm(withSubmissionId(form, deps), deps, deps);

/** Returns the errors of a posted order, or null. Stores nothing. */
export function checkContract(form: FormData, deps: ContractDeps & FormFeatures): Reply<CheckResult> | null {
  const parsed = parseOrder(form, deps);
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

/** Checks, prices and stores a posted order. Charges nothing. Never throws. */
export async function acceptContract(form: FormData, deps: AcceptDeps): Promise<Reply<OrderResult>> {
  try {
    const findSpamReason = deps.spamCheck?.(form, deps.caller);
    const parsed = parseOrder(form, deps);
    if (!parsed.ok) return invalidReply(parsed);
    const { order, reject } = parsed;
    const rejected = rejectCard(order.input, deps);
    if (rejected) return rejected;
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

/** Stores the client's part: contact, payment method and signature. All else stays as the admin made it. */
async function placeOffer(
  deps: ContractDeps,
  contract: StoredOffer,
  input: ContractInput,
  seen: { shownTotal: number | undefined; edition: number },
): Promise<StoredContract> {
  const { services, customServices, couponCode, offer } = contract;
  const totals = priceOrder(offer.catalogue, choicesOf(services), pricedLines(customServices), offer.coupon);
  if (seen.edition !== editionOf(offer))
    throw new PricesChanged(totals, offer.coupon, contractMessages.offerEdited);
  if (seen.shownTotal !== undefined && seen.shownTotal !== totals.totalCents)
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

function parseOffer(form: FormData, contract: StoredOffer, deps: ContractDeps & FormFeatures) {
  form.set("submissionId", uuidOfContract(contract._id));
  const signature = deps.signature === "off" ? "off" : "required";
  const features = { signature, policy: deps.policy, coupons: false, customServices: false } as const;
  return parseContractForm(form, features, { fixed: contract.services });
}

/** Returns the errors of what a client posted over a private link, or null. Stores nothing. Throws like `openOffer`. */
export async function checkOffer(
  form: FormData,
  token: string,
  deps: ContractDeps & FormFeatures,
): Promise<Reply<CheckResult> | null> {
  const parsed = parseOffer(form, await openOffer(deps, token), deps);
  return parsed.ok ? null : invalidReply(parsed);
}

/**
 * Checks what a client posted over a private link and stores it in the adminContract. A signature is required unless
 * signatures are switched off. Charges nothing. Never throws.
 */
export async function acceptOffer(
  form: FormData,
  token: string,
  deps: AcceptDeps,
): Promise<Reply<OrderResult>> {
  try {
    const contract = await openOffer(deps, token);
    const parsed = parseOffer(form, contract, deps);
    if (!parsed.ok) return invalidReply(parsed);
    const { input, shownTotal } = parsed.order;
    const edition = Number(form.get("edition") ?? 1);
    const refused = rejectCard(input, deps);
    if (refused) return refused;
    return await acceptedReply(await placeOffer(deps, contract, input, { shownTotal, edition }), deps);
  } catch (error) {
    deps.onError(error);
    return failedReply(error);
  }
}
