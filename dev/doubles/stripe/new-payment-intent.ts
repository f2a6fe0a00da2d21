import { newId, now, type StripeObject, type StripeState } from "./state.ts";

interface NewIntent {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: unknown;
  invoice?: string;
}

/** A PaymentIntent that waits for a payment method. */
export function newPaymentIntent(state: StripeState, fields: NewIntent): StripeObject {
  const id = newId("pi");
  return state.put({
    id,
    object: "payment_intent",
    created: now(),
    livemode: false,
    amount_received: 0,
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    ...fields,
  });
}
