import type { ContractDocument } from "../../model/contracts/contract-document.ts";
import { withEvent } from "../../model/contracts/history.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { RetryPolicy } from "../../platform/content-store.server.ts";
import { AppError, isAppError } from "../../platform/errors.ts";
import type { SubmissionQueue } from "../../submissions/queue/submission-queue.server.ts";
import { storeSubmission, type Submission } from "../../submissions/store.server.ts";
import { changeContract, contractId, type StoredContract } from "../store/contract-store.server.ts";
import {
  priceOf,
  requireSameContent,
  requireSameForm,
  writeContract,
  type ContractDeps,
  type NewContract,
} from "./place-contract.server.ts";
import { costsTheSame, priceContract, priceListVersion } from "./prices.server.ts";

/** The queue of contracts that were accepted while the content store was away. */
export type ContractQueue = Pick<SubmissionQueue, "find" | "put">;

const CONTRACT = "contract";

/** A contract as its client sees it. */
export type PlacedContract = Pick<StoredContract, "_id" | "status" | "payment">;

/** Throws an AppError `payment/store-away` (503). */
export function rejectCardWhileAway(): never {
  throw new AppError("payment/store-away", "A card is not charged while the content store is away.", {
    status: 503,
    safeMessage: contractMessages.cardWhileAway,
  });
}

/** Whether a contract waits in the queue. A queue that cannot be read holds none that anybody could see. */
export async function isQueued(
  queue: Pick<SubmissionQueue, "find"> | undefined,
  submissionId: string,
): Promise<boolean> {
  try {
    return Boolean(await queue?.find(contractId(submissionId)));
  } catch {
    return false;
  }
}

/**
 * Accepts a contract by invoice while the content store is away: it is durable when this resolves. Sent again with the same
 * content, it is one contract. Throws AppErrors: PricesChanged, `conflict` for other content under the same id, `payment/store-away` for
 * a card, `unavailable` when the queue cannot be written.
 */
export async function queueContract(
  deps: ContractDeps,
  queue: ContractQueue,
  order: NewContract,
): Promise<PlacedContract> {
  const waiting = await isQueued(queue, order.submissionId);
  if (!waiting && order.input.paymentMethod === "stripe") rejectCardWhileAway();
  const { id, document, changed } = priceOf(deps, order);
  if (changed) throw changed;
  const kept = await putContract(queue, { type: CONTRACT, id, document });
  const current = { ...kept, _id: id };
  requireSameForm(current, document);
  requireSameContent(current, document);
  return kept;
}

async function putContract(queue: ContractQueue, submission: Submission<ContractDocument>) {
  try {
    return await queue.put(submission);
  } catch (cause) {
    throw new AppError("unavailable", "The queue cannot be written.", { cause });
  }
}

/** One attempt per run of a job; the queue's worker pauses in between. */
const ONE_TRY: RetryPolicy = { attempts: 1, firstPauseMs: 0, attemptTimeoutMs: 10_000, budgetMs: 10_000 };

/** Notes for the admins that today's prices are not those that the client has accepted, which stay. */
async function notePrices(deps: ContractDeps, contract: StoredContract): Promise<StoredContract> {
  if (contract.priceListVersion === priceListVersion(deps)) return contract;
  const totals = await priceContract(deps, contract);
  if (totals && costsTheSame(contract, totals)) return contract;
  const today = totals ? `Today it is ${formatCents(totals.totalCents)}.` : "Its coupon is no longer valid.";
  const event = {
    _key: "prices-differ",
    at: deps.now.toISOString(),
    kind: "prices-differ",
    amountCents: contract.total,
    note: `Accepted for ${formatCents(contract.total)} while the content store was away. ${today}`,
  } as const;
  const noted = await changeContract(deps, contract._id, ({ history }) => ({
    fields: { history: withEvent(history, event) },
  }));
  return noted ?? contract;
}

/**
 * Stores a contract of the queue as `placeContract` would have, and compares its prices with today's. Repeatable. Throws the
 * store's AppErrors, and `conflict` when another contract was accepted under its id.
 */
export async function storeQueuedContract(
  deps: ContractDeps,
  { id, document }: Submission<object>,
): Promise<StoredContract> {
  const contract = document as ContractDocument;
  await storeSubmission(deps.writeClient, { type: CONTRACT, id, document: contract }, ONE_TRY);
  return notePrices(deps, await writeContract(deps, id, contract));
}

/** Whether an error means that the content store is away. */
export const isAway = (error: unknown): boolean => isAppError(error) && error.code === "unavailable";
