import { useEffect, useRef } from "react";

/** Specification 9: milliseconds the thank-you stays. */
const AUTO_CLOSE_AFTER = 3_000;

/** Calls `close` after AUTO_CLOSE_AFTER ms of being active; the clock stands still while paused. `close` must be stable. */
export function useAutoClose(active: boolean, paused: boolean, close: () => void): void {
  const left = useRef(AUTO_CLOSE_AFTER);
  useEffect(() => {
    if (!active || paused) return;
    const started = Date.now();
    const timer = setTimeout(close, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [active, paused, close]);
}
