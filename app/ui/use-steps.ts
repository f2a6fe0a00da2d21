import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";

function clamp(step: number, count: number): number {
  return Number.isInteger(step) ? Math.min(Math.max(step, 1), count) : 1;
}

interface Move {
  /** Does not move the focus, for callers that do, such as an error summary. */
  quietly?: boolean;
  /** The control to focus instead of the heading. */
  id?: string;
  /** Replaces the current step in the browser's history. */
  replace?: boolean;
}

/**
 * Keeps the step of a form in the URL (`?step=2`), so that the browser's Back returns to the previous one. By default it focuses
 * the heading of the new step, which needs `headingRef` and `tabIndex={-1}`. `isCleared`: the form replaces one that the visitor has
 * cleared. It gets the focus, because the pressed button is gone.
 */
export function useSteps(count: number, isCleared = false) {
  const [params, setParams] = useSearchParams();
  const step = clamp(Number(params.get("step") ?? "1"), count);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const move = useRef<Move>({});

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { quietly, id } = move.current;
    move.current = {};
    if (quietly) return;
    const target = id ? document.getElementById(id) : headingRef.current;
    target?.focus({ preventScroll: true });
    // Like a new page: scrolls instantly, to the progress instead of the page's header.
    if (id) target?.scrollIntoView({ block: "center", behavior: "instant" });
    else target?.closest("form")?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [step]);

  useEffect(() => {
    if (isCleared) headingRef.current?.focus();
  }, [isCleared]);

  function go(to: number, how: Move = {}) {
    const wanted = clamp(to, count);
    if (wanted === step) return;
    move.current = how;
    const next = new URLSearchParams(params);
    next.set("step", String(wanted));
    setParams(next, { replace: how.replace ?? false, preventScrollReset: true });
  }

  return { step, headingRef, go, next: () => go(step + 1), previous: () => go(step - 1) };
}
