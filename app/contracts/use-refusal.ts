import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Coupon } from "./coupon.ts";
import type { OrderOutcome } from "./order-outcome.ts";
import { placeOfError } from "./place-of-error.ts";

interface Refused {
  attempt: number;
  outcome?: OrderOutcome;
}

/** After a refusal: opens the step that it is about, and fetches the prices anew when they have changed. */
export function useRefusal(
  refused: Refused | null,
  go: (step: number, how: { quietly: boolean }) => void,
  takeCoupon: (coupon: Coupon | null) => void,
): void {
  const { revalidate } = useRevalidator();
  const handled = useRef(0);
  useEffect(() => {
    if (!refused?.outcome || handled.current === refused.attempt) return;
    handled.current = refused.attempt;
    if (refused.outcome.status === "prices-changed") {
      revalidate();
      takeCoupon(refused.outcome.coupon);
    }
    const place = placeOfError(refused.outcome);
    if (place) go(place.step, { quietly: true });
  }, [refused, go, revalidate, takeCoupon]);
}
