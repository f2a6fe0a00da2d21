import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { COUNT_TIME, countAt, statisticText } from "./count-up.ts";

interface StatisticProps {
  value: number;
  prefix: string | null;
  suffix: string | null;
  className?: string;
}

/**
 * One figure. It counts up once when it scrolls into sight; the HTML holds the final figure, which stays as it is without
 * scripts, under reduced motion, and when it is in sight from the start. One text node, so nothing beside it moves.
 */
export function StatisticFigure({ value, prefix, suffix, className }: StatisticProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useCountUp(ref, value);
  return (
    <span ref={ref} className={className}>
      {statisticText(shown, value, prefix, suffix)}
    </span>
  );
}

function useCountUp(ref: RefObject<HTMLElement | null>, value: number): number {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const element = ref.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    let first = true;
    function count(begin: number) {
      const elapsed = performance.now() - begin;
      setShown(countAt(elapsed, value));
      if (elapsed < COUNT_TIME) frame = requestAnimationFrame(() => count(begin));
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        observer.disconnect();
        if (!first) count(performance.now());
      }
      first = false;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [ref, value]);
  return shown;
}
