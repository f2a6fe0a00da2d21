import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Coupon } from "./coupon.ts";
import type { OrderOutcome } from "./order-outcome.ts";

interface Refused {
  attempt: number;
  outcome?: OrderOutcome;
}

/** Which step holds the first thing that is wrong; null when no field is to blame. */
export function stepOfError(outcome: OrderOutcome): number | null {
  if (outcome.status === "prices-changed") return 1;
  if (outcome.status !== "invalid") return null;
  const names = Object.keys(outcome.result.error ?? {});
  if (names.some((name) => name.startsWith("contactInfo"))) return 2;
  if (names.some((name) => name.startsWith("services") || name === "wish")) return 1;
  return names.some((name) => name !== "") ? 3 : null;
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
    const step = stepOfError(refused.outcome);
    if (step) go(step, { quietly: true });
  }, [refused, go, revalidate, takeCoupon]);
}
