import { useEffect } from "react";
import { thankYouPath } from "./thank-you-path.ts";
import type { OrderState } from "./use-order.ts";

/** How long the success text stands before the thank-you page opens, in milliseconds. */
const REDIRECT_AFTER = 1000;

/** Once the order is placed: forget the draft, then go to the thank-you page in place of the form. */
export function useFinish(state: OrderState, onDone: () => void): void {
  const placed = state.phase === "done" ? state.placed : null;
  useEffect(() => {
    if (!placed) return;
    onDone();
    const timer = setTimeout(() => location.replace(thankYouPath(placed)), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [placed, onDone]);
}
