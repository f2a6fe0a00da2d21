import { useEffect, useRef, useState, type RefObject } from "react";
import { useEditable } from "../content/editable.ts";
import { useTexts } from "../content/use-texts.ts";
import { formatNumber } from "../model/format.ts";
import PAGE_TEXTS from "../model/texts/pages.json" with { type: "json" };
import { useSite } from "./site-data.ts";

interface StatisticNumber {
  value: number;
  prefix: string | null;
  suffix: string | null;
}

/** A statistic of the company, such as `98%` "of clients return". */
export interface StatisticData extends StatisticNumber {
  _id: string;
  label: string;
  description: string | null;
  /** Who has counted; null for a figure of the company's own. */
  source: string | null;
  /** Where to read it. */
  sourceUrl: string | null;
}

/** Statistics side by side, each above its label. */
export function StatisticGrid({ statistics }: { statistics: readonly StatisticData[] }) {
  const edit = useEditable();
  return (
    <dl className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
      {statistics.map((statistic) => (
        <div
          key={statistic._id}
          {...edit({ id: statistic._id, type: "statistic", path: "value" })}
          className="flex flex-col border-t-2 border-ink pt-5"
        >
          <dt className="order-2 mt-4 font-semibold">{statistic.label}</dt>
          <dd className="order-1">
            <StatisticFigure {...statistic} className="block text-4xl font-semibold tight text-accent" />
          </dd>
          {statistic.description ? (
            <dd className="order-3 mt-2 text-sm text-ink-soft">{statistic.description}</dd>
          ) : null}
          <dd className="order-4 mt-2 text-sm text-ink-faint">
            <StatisticSource {...statistic} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whose figure it is: its source, with a link to it, else the company. */
export function StatisticSource({ source, sourceUrl }: Pick<StatisticData, "source" | "sourceUrl">) {
  const words = useTexts(PAGE_TEXTS);
  const company = useSite()?.settings.companyName;
  const name = source ?? company;
  if (!name) return null;
  return (
    <>
      {words.figureSource}{" "}
      {source && sourceUrl?.startsWith("https:") ? (
        <a href={sourceUrl} className="text-link">
          {name}
        </a>
      ) : (
        name
      )}
    </>
  );
}

/**
 * One statistic, which counts up once when it scrolls into view. The HTML holds the final number, which stays unchanged
 * without scripts, under reduced motion, and when it is visible from the start. It is one text node, so nothing beside it
 * moves.
 */
export function StatisticFigure({
  value,
  prefix,
  suffix,
  className,
}: StatisticNumber & { className?: string }) {
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
      if (elapsed < COUNT_MS) frame = requestAnimationFrame(() => count(begin));
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

/** How long a number counts up, in ms. */
export const COUNT_MS = 1400;

/** Returns a statistic as text: prefix, the number with as many decimals as the content has, suffix. */
export function statisticText(
  shown: number,
  value: number,
  prefix: string | null,
  suffix: string | null,
): string {
  const decimals = String(value).split(".")[1]?.length ?? 0;
  const number = formatNumber(shown, decimals);
  return `${prefix ?? ""}${number}${suffix ?? ""}`;
}

/** Returns the number at `elapsed` ms of counting: fast at first, ending on exactly `value`. */
export function countAt(elapsed: number, value: number): number {
  const part = Math.min(Math.max(elapsed / COUNT_MS, 0), 1);
  return part === 1 ? value : value * (1 - (1 - part) ** 4);
}
