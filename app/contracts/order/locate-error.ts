import type { OrderResult } from "./contract-action.ts";
import { COUPON_FIELD } from "./coupon-field.tsx";
import type { OrderState } from "./use-order.ts";

type Rejection = Extract<OrderState, { phase: "rejected" }>;

/** Where in the form an error is. `id` is the control, null when the error is not about a single one. */
export interface ErrorLocation {
  step: number;
  id: string | null;
}

/** Steps in the order in which the server checks them (docs/decisions.md, "Contract"), with the names of their fields. */
const STEPS: readonly (readonly [step: number, holds: (name: string) => boolean])[] = [
  [2, (name) => name.startsWith("contactInfo.")],
  [1, (name) => name.startsWith("services") || name === "wish"],
  [3, (name) => name !== ""],
];

/** Hidden fields: their errors have no control to link to. */
const HIDDEN = new Set(["submissionId", "shownTotal", "shownPolicy"]);

/** Returns the id of the control for a service's payment frequency. */
export const frequencyId = (serviceId: string) => `frequency-${serviceId}`;

const FREQUENCY = /^services\.([^.]+)\.paymentFrequency$/;

function controlOf(name: string): string | null {
  if (HIDDEN.has(name)) return null;
  const frequency = FREQUENCY.exec(name)?.[1];
  if (frequency) return frequencyId(frequency);
  if (name.startsWith("services")) return "order-services";
  return name === "couponCode" ? COUPON_FIELD : `order-${name}`;
}

/** Returns the first error of a result; null when it is not about a field. */
export function locateError(outcome: OrderResult): ErrorLocation | null {
  if (outcome.status === "prices-changed") return { step: 1, id: null };
  if (outcome.status !== "invalid") return null;
  const names = Object.keys(outcome.result.error ?? {});
  for (const [step, holds] of STEPS) {
    const name = names.find(holds);
    if (name) return { step, id: controlOf(name) };
  }
  return null;
}

/** Like `locateError`, also for fields around the card that were missing before anything was sent. */
export function locateProblem(rejection: OrderResult | Rejection): ErrorLocation | null {
  if ("status" in rejection) return locateError(rejection);
  if (rejection.outcome) return locateError(rejection.outcome);
  const name = Object.keys(rejection.cardErrors ?? {})[0];
  return name ? { step: 3, id: `card-${name}` } : null;
}
