import { AppError } from "../platform/errors.ts";
import type { Coupon } from "./coupon.ts";
import { contractMessages } from "./messages.ts";
import type { OrderTotals } from "./pricing.ts";

/** A posted total that is not the server's own: the visitor sees the new one and decides again. */
export class PricesChanged extends AppError {
  readonly totals: OrderTotals;
  /** The coupon as it counts now; null when it does not, or none was given. */
  readonly coupon: Coupon | null;

  constructor(totals: OrderTotals, coupon: Coupon | null) {
    super("conflict", "The claimed total differs from the catalogue's.", {
      safeMessage: contractMessages.pricesChanged,
    });
    this.totals = totals;
    this.coupon = coupon;
  }
}
