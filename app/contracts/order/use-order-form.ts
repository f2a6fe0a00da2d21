import { useRevalidator } from "@remix-run/react";
import { useState, useEffect, useRef, type FormEvent } from "react";
import type { CardConfig } from "../../model/contracts/card.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { thankYouPath } from "../../model/thanks.ts";
import { rememberSent } from "../../ui/sent-form.ts";
import type { OrderResult } from "./contract-action.ts";
import { choicesIn, textIn } from "./form-values.ts";
import { locateError } from "./locate-error.ts";
import type { OrderState } from "./use-order.ts";

function read(form: FormData, card: CardConfig | null) {
  return {
    choices: choicesIn(form),
    // A draft may be older than the settings.
    method: card && form.get("paymentMethod") === "stripe" ? ("stripe" as const) : ("invoice" as const),
    /** ZIP code of the contact step. */
    zip: textIn(form, "contactInfo.address.zipCode"),
    agreed: form.get("agreedToTerms") === "on",
  };
}

/** The values that the rest of the form depends on: totals, payment method, agreement, which is never restored. */
export function useLiveOrder(
  draft: FormData | null,
  { card, onEdit }: { card: CardConfig | null; onEdit: (form: FormData) => void },
) {
  const [live, setLive] = useState(() => ({ ...read(draft ?? new FormData(), card), agreed: false }));
  function onInput(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    setLive(read(form, card));
    onEdit(form);
  }
  return { ...live, onInput };
}

interface Rejected {
  attempt: number;
  outcome?: OrderResult;
}

/** After a rejection: opens the step with the error, and reloads the page there when prices or policy have changed. */
export function useRejection(
  rejected: Rejected | null,
  { step, go }: { step: number; go: (step: number, how: { quietly: boolean }) => void },
  takeCoupon: (coupon: Coupon | null) => void,
): void {
  const { revalidate } = useRevalidator();
  const handled = useRef(0);
  const isOutdated = useRef(false);
  useEffect(() => {
    if (!rejected?.outcome || handled.current === rejected.attempt) return;
    handled.current = rejected.attempt;
    const { outcome } = rejected;
    if (outcome.status === "prices-changed") takeCoupon(outcome.coupon);
    isOutdated.current =
      outcome.status === "prices-changed" ||
      ("message" in outcome && outcome.message === contractMessages.policyChanged);
    const place = locateError(rejected.outcome);
    if (place) go(place.step, { quietly: true });
  }, [rejected, go, takeCoupon]);
  const wanted = rejected?.outcome ? locateError(rejected.outcome)?.step : undefined;
  useEffect(() => {
    // Going to a step reloads nothing and would take the place of a reload under way.
    if (!isOutdated.current || step !== wanted) return;
    isOutdated.current = false;
    revalidate();
  }, [step, wanted, rejected, revalidate]);
}

/** How long the success text is shown before the thank-you page opens, in ms. */
const REDIRECT_AFTER_MS = 1000;

/** Once the order is placed: deletes the draft, remembers the order, then replaces the form with the thank-you page. */
export function useFinish(state: OrderState, onDone: () => void): void {
  const placed = state.phase === "done" ? state.placed : null;
  useEffect(() => {
    if (!placed) return;
    onDone();
    rememberSent("order", { reference: placed.reference, isPaid: placed.paymentMethod === "stripe" });
    const timer = setTimeout(() => location.replace(thankYouPath(placed.reference)), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [placed, onDone]);
}
