import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";

function clamp(step: number, count: number): number {
  return Number.isInteger(step) ? Math.min(Math.max(step, 1), count) : 1;
}

/**
 * The step of a form as part of the address (`?step=2`), so that the browser's Back goes to the step before. Moving
 * focuses the heading of the new step, which carries `headingRef` and `tabIndex={-1}`.
 */
export function useSteps(count: number) {
  const [params, setParams] = useSearchParams();
  const step = clamp(Number(params.get("step") ?? "1"), count);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    headingRef.current?.focus();
  }, [step]);

  /** `quietly` leaves the focus where it is, for an error that opens its step. */
  function go(to: number, { quietly = false } = {}) {
    if (quietly) shown.current = clamp(to, count);
    const next = new URLSearchParams(params);
    next.set("step", String(clamp(to, count)));
    setParams(next, { preventScrollReset: false });
  }

  return { step, headingRef, go, next: () => go(step + 1), previous: () => go(step - 1) };
}
