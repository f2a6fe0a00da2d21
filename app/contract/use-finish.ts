import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { OrderState } from "./use-order.ts";

/** How long the success text stands before the thank-you page opens, in milliseconds. */
const REDIRECT_AFTER = 1000;

/** Where a placed order ends. Both parts are opaque. */
export function thankYouPath(placed: { reference: string; confirmation: string }): string {
  return `/thank-you?${new URLSearchParams({ ref: placed.reference, order: placed.confirmation })}`;
}

/** Once the order is placed: forget the draft, then go to the thank-you page in place of the form. */
export function useFinish(state: OrderState, onDone: () => void): void {
  const navigate = useNavigate();
  const placed = state.phase === "done" ? state.placed : null;
  useEffect(() => {
    if (!placed) return;
    onDone();
    const timer = setTimeout(() => void navigate(thankYouPath(placed), { replace: true }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [placed, navigate, onDone]);
}
