import { brandOf, outcomeOf } from "./cards.ts";
import { StripeFailure } from "./errors.ts";
import { nested, required, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** POST /v1/payment_methods, sent by Stripe.js with the publishable key. */
export function createPaymentMethod(state: StripeState, params: Params): StripeObject {
  const number = required(nested(params, "card"), "number").replace(/\s/g, "");
  const outcome = outcomeOf(number);
  if (!outcome) {
    throw new StripeFailure(402, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is incorrect.",
    });
  }
  const billing = nested(params, "billing_details");
  return state.put({
    id: newId("pm"),
    object: "payment_method",
    type: "card",
    created: state.now(),
    livemode: false,
    customer: null,
    billing_details: {
      name: text(billing, "name") ?? null,
      email: text(billing, "email") ?? null,
      address: { postal_code: text(nested(billing, "address"), "postal_code") ?? null },
    },
    card: { brand: brandOf(number), last4: number.slice(-4), exp_month: 12, exp_year: 2034 },
    // Not a field of the API: tells this stand-in what the card does.
    _outcome: outcome,
  });
}
