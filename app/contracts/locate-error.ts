import { COUPON_FIELD } from "./coupon-field.tsx";
import type { OrderOutcome } from "./contract-action.ts";
import type { OrderState } from "./use-order.ts";

type Refusal = Extract<OrderState, { phase: "refused" }>;

/** Where in the form an error is. `id` is of the control that it is about; null when no single one is. */
export interface ErrorLocation {
  step: number;
  id: string | null;
}

/** Steps in the order in which the server checks them (decisions, "Contract"), with the names of their fields. */
const STEPS: readonly (readonly [step: number, holds: (name: string) => boolean])[] = [
  [2, (name) => name.startsWith("contactInfo.")],
  [1, (name) => name.startsWith("services") || name === "wish"],
  [3, (name) => name !== ""],
];

/** Fields of the form that nobody sees: an error of theirs has no control to lead to. */
const HIDDEN = new Set(["submissionId", "claimedTotal"]);

function controlOf(name: string): string | null {
  if (HIDDEN.has(name)) return null;
  if (name.startsWith("services")) return "order-services";
  return name === "couponCode" ? COUPON_FIELD : `order-${name}`;
}

/** The first thing that is wrong with an order; null when no field is to blame. */
export function locateError(outcome: OrderOutcome): ErrorLocation | null {
  if (outcome.status === "prices-changed") return { step: 1, id: null };
  if (outcome.status !== "invalid") return null;
  const names = Object.keys(outcome.result.error ?? {});
  for (const [step, holds] of STEPS) {
    const name = names.find(holds);
    if (name) return { step, id: controlOf(name) };
  }
  return null;
}

/** What a refusal is about: the answer of the server, or what was missing around the card before anything was sent. */
export function locateProblem(refusal: OrderOutcome | Refusal): ErrorLocation | null {
  if ("status" in refusal) return locateError(refusal);
  if (refusal.outcome) return locateError(refusal.outcome);
  const name = Object.keys(refusal.cardErrors ?? {})[0];
  return name ? { step: 3, id: `card-${name}` } : null;
}
