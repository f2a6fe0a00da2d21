import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { FIGURES } from "../model/admin-paths.ts";
import { formatCents } from "../model/contracts/money.ts";
import { formatNumber } from "../model/format.ts";
import { Button } from "../ui/button.tsx";
import { useCodeMissing } from "../ui/missing-code.ts";
import { formatValue, sumOf } from "./chart-format.ts";
import { BarChart, ChartTable } from "./charts.tsx";
import type { FiguresResult, ChartData, Figures, MoneyFigures } from "./figures.ts";

const PLACES = ["a", "b", "c"];

/** The charts on the dashboard. Loaded after the page, so that the tables do not wait; without scripts a link leads to their page. */
export function FiguresSection() {
  const { load, data, state } = useFetcher<FiguresResult>({ key: "admin-figures" });
  useEffect(() => void load(FIGURES), [load]);
  const isMissing = useCodeMissing(state !== "idle");
  const failed = isMissing || (data?.status === "failed" && state === "idle");
  return (
    <section id="figures" aria-labelledby="figures-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="figures-title" className="text-2xl">
          Last twelve weeks
        </h2>
        <Link to={FIGURES} className="footer-link">
          Figures as a page
        </Link>
      </div>
      {data?.status === "loaded" ? <FiguresView figures={data.figures} /> : null}
      {failed ? <FiguresFailed onRetry={() => load(FIGURES)} /> : null}
      {data?.status === "loaded" || failed ? null : <FiguresLoading />}
    </section>
  );
}

/** "Loading data..." in placeholders of the charts' size; hidden where scripts do not run. */
function FiguresLoading() {
  return (
    <div className="hidden scripted:block">
      <p role="status" className="sr-only">
        Loading data...
      </p>
      <div aria-hidden="true" className="mb-4 h-70 animate-pulse rounded-lg bg-tint sm:h-22" />
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-3">
        {PLACES.map((place) => (
          <div key={place} className="h-96 animate-pulse rounded-lg border border-line bg-tint" />
        ))}
      </div>
    </div>
  );
}

export function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-4 rounded-lg border border-line bg-surface p-6">
      <p role="alert" className="font-semibold text-danger">
        Failed to load data.
      </p>
      <Button variant="secondary" size="sm" aria-label="Try again: Charts" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

export function FiguresView({ figures }: { figures: Figures }) {
  return (
    <>
      <Money money={figures.money} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
        {figures.charts.map((chart) => (
          <ChartFigure key={chart.id} chart={chart} weeks={figures.weeks} />
        ))}
      </div>
      {figures.suspected > 0 ? (
        <p className="mt-4 text-sm text-ink-soft">
          {formatNumber(figures.suspected, 0)} suspected, not counted
        </p>
      ) : null}
    </>
  );
}

function Money({ money }: { money: MoneyFigures }) {
  const { receivedCents, refundedCents, netCents, openCents, overdueCents } = money;
  const figures = [
    { label: "Received", cents: receivedCents },
    { label: "Refunded", cents: refundedCents },
    { label: "Net", cents: netCents },
    { label: "Open on invoices", cents: openCents },
    { label: "Of which overdue", cents: overdueCents },
  ];
  return (
    <dl className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
      {figures.map(({ label, cents }) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-5 py-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChartFigure({ chart, weeks }: { chart: ChartData; weeks: readonly string[] }) {
  const total = sumOf(chart.series.map(({ values }) => sumOf(values)));
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <figcaption className="mb-4">
        <span className="block text-sm text-ink-soft">{chart.title}</span>
        <span className="block text-2xl font-semibold">{formatValue(total, chart.unit)}</span>
        {chart.note ? <span className="block text-sm text-ink-soft">{chart.note}</span> : null}
        <Legend chart={chart} />
      </figcaption>
      <BarChart chart={chart} weeks={weeks} />
      <ChartTable chart={chart} weeks={weeks} />
    </figure>
  );
}

const MARKS = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4"];

function Legend({ chart }: { chart: ChartData }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {chart.series.map(({ label, values }, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-sm ${MARKS[index]}`} />
          {label}
          <span className="figures text-ink">{formatValue(sumOf(values), chart.unit)}</span>
        </li>
      ))}
    </ul>
  );
}
