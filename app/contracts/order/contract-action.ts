import type { SubmissionResult } from "@conform-to/react";
import { useFetcher, type ClientActionFunctionArgs } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import type { PaymentMethod, PaymentStatus } from "../../model/contracts/contract-document.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import type { Cents } from "../../model/contracts/money.ts";
import { callAction } from "../../platform/http/route-client.ts";

export type OrderResult =
  | {
      status: "placed";
      /** Minted by the form or, where it could not, by the server. */
      submissionId: string;
      paymentMethod: PaymentMethod;
      paid: boolean;
      reference: string;
      /** Token of the order's page. */
      confirmation: string;
      dueTodayCents: Cents;
    }
  | { status: "invalid"; message: string; result: SubmissionResult }
  | {
      status: "prices-changed";
      message: string;
      totalCents: Cents;
      /** The coupon if it is still valid. */
      coupon: Coupon | null;
    }
  | { status: "failed"; message: string };

/**
 * Values of the field `intent` of forms that scripts send to the contract page: check the order before the card is read, place
 * it, check a coupon code, check the payment after the card was confirmed, or find the order of a restored draft.
 */
export const CONTRACT_INTENTS = ["check", "place", "coupon", "confirm", "draft"] as const;
export type ContractIntent = (typeof CONTRACT_INTENTS)[number];

type Failed = Extract<OrderResult, { status: "failed" }>;

export type CheckResult = { status: "checked" } | Exclude<OrderResult, { status: "placed" }>;

/** The accepted order of a draft whose page was closed before it could clear the draft. */
export interface DraftOrder {
  isPaid: boolean;
  reference: string;
  /** Of its page. */
  path: string;
}

interface ContractResults {
  check: CheckResult;
  place: OrderResult;
  /** Null: the code is not valid. */
  coupon: { status: "coupon"; coupon: Coupon | null } | Failed;
  confirm: { status: "confirmed"; contractStatus: PaymentStatus } | Failed;
  /** Null: the draft can go on. */
  draft: { status: "draft"; order: DraftOrder | null } | Failed;
}
export type ContractResult = ContractResults[ContractIntent];

/** Longer than the timeouts of server and Stripe. Sending again is safe: same id, same contract, same charge. */
const TIMEOUT_MS = 60_000;

/** Returns what the server's action returned; `failed` without a network, without a response in time, or from a proxy. */
export async function contractClientAction({
  serverAction,
}: ClientActionFunctionArgs): Promise<ContractResult> {
  const result = await callAction(
    () => serverAction<ContractResult>() as Promise<ContractResult>,
    TIMEOUT_MS,
  );
  if (!("hasResponse" in result)) return result;
  const { network, submitFailed } = contractMessages;
  return { status: "failed", message: result.hasResponse ? submitFailed : network };
}

export type SendIntent = <Intent extends ContractIntent>(
  intent: Intent,
  form: FormData,
) => Promise<ContractResults[Intent]>;

/**
 * Returns a function that posts a form to the action of the page and resolves to its result. It never rejects; a call
 * that a later one overtakes does not resolve.
 */
export function useContractAction(): SendIntent {
  const { state, data, submit } = useFetcher<ContractResult>();
  const resolve = useRef<((result: ContractResult) => void) | null>(null);
  useEffect(() => {
    if (state !== "idle" || !data) return;
    resolve.current?.(data);
    resolve.current = null;
  }, [state, data]);
  return useCallback<SendIntent>(
    (intent, form) =>
      new Promise((resolved) => {
        resolve.current = resolved as (result: ContractResult) => void;
        form.set("intent", intent);
        submit(form, { method: "post", encType: "multipart/form-data" });
      }),
    [submit],
  );
}
