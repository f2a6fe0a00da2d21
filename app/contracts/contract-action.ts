import type { SubmissionResult } from "@conform-to/react";
import type { PaymentMethod, PaymentStatus } from "./contract-document.ts";
import type { Coupon } from "./coupon.ts";
import type { Cents } from "./money.ts";
import { useFetcher, type ClientActionFunctionArgs, type ShouldRevalidateFunction } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { contractMessages } from "./messages.ts";

/** What the server answers to a posted order. */
export type OrderOutcome =
  | {
      status: "placed";
      /** The order's id, minted by the form or, where that could not, by the server. */
      submissionId: string;
      paymentMethod: PaymentMethod;
      paid: boolean;
      reference: string;
      confirmation: string;
      dueTodayCents: Cents;
    }
  | { status: "invalid"; message: string; result: SubmissionResult }
  | {
      status: "prices-changed";
      message: string;
      totalCents: Cents;
      /** The coupon as it counts now. */
      coupon: Coupon | null;
    }
  | { status: "failed"; message: string };

/**
 * What the contract page's action does for a form that a script sends, in its field `intent`: place the order, check what a
 * coupon code is worth, or look at the payment after the card was confirmed.
 */
export const CONTRACT_INTENTS = ["place", "coupon", "confirm"] as const;
export type ContractIntent = (typeof CONTRACT_INTENTS)[number];

type Failed = Extract<OrderOutcome, { status: "failed" }>;

interface ContractResults {
  place: OrderOutcome;
  /** With null the code is worth nothing. */
  coupon: { status: "coupon"; coupon: Coupon | null } | Failed;
  confirm: { status: "confirmed"; contractStatus: PaymentStatus } | Failed;
}
export type ContractResult = ContractResults[ContractIntent];

/** Longer than the server and Stripe take to give up. Sent again, it is still one order and one charge. */
const TIMEOUT_MS = 60_000;

/** Returns what the server's action returned; `failed` without a network, without an answer in time, or from a proxy. */
export async function contractClientAction({
  serverAction,
}: ClientActionFunctionArgs): Promise<ContractResult> {
  const timeout = new Promise<never>((_, reject) => {
    AbortSignal.timeout(TIMEOUT_MS).addEventListener("abort", reject);
  });
  try {
    const result = (await Promise.race([serverAction(), timeout])) as ContractResult | null;
    if (result?.status) return result;
  } catch {
    // Told below.
  }
  return { status: "failed", message: contractMessages.submitFailed };
}

/** The order form asks for new prices itself: neither a placed order nor a coupon changes what the page shows. */
export const revalidateOnlyWhenAsked: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod ? false : defaultShouldRevalidate;

export type SendIntent = <Intent extends ContractIntent>(
  intent: Intent,
  form: FormData,
) => Promise<ContractResults[Intent]>;

/**
 * Returns a function that posts a form to the action of the page and resolves to its result; it never rejects. Sent again
 * before there is a result, only the last one has one.
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
