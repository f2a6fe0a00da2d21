import { invalid } from "./errors.ts";
import { integer, list, nested, required, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** POST /v1/coupons: an amount off, on one invoice. */
export function createCoupon(state: StripeState, params: Params): StripeObject {
  if (required(params, "duration") !== "once")
    throw invalid("duration", "This stand-in only knows coupons that count once.");
  return state.put({
    id: newId("co"),
    object: "coupon",
    created: state.now(),
    amount_off: integer(params, "amount_off"),
    currency: required(params, "currency"),
    duration: "once",
    max_redemptions: text(params, "max_redemptions") ? integer(params, "max_redemptions") : null,
    metadata: nested(params, "metadata"),
    name: text(params, "name") ?? null,
    valid: true,
  });
}

/** Returns what the coupons of a new subscription take off its first invoice: at most its amount. */
export function discounted(state: StripeState, params: Params, amount: number): number {
  return list(params, "discounts").reduce((left, discount) => {
    const coupon = state.get(required(discount, "coupon"), "coupon");
    return Math.max(0, left - (coupon.amount_off as number));
  }, amount);
}
