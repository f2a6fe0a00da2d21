import type { SubmissionResult } from "@conform-to/react";
import type { PaymentMethod } from "./contract-document.ts";
import type { Coupon } from "./coupon.ts";
import type { Cents } from "./money.ts";

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
