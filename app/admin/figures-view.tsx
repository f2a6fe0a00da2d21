import { lazy, Suspense } from "react";
import { useHydrated } from "../ui/use-hydrated.ts";
import { formatValue, sumOf } from "./chart-format.ts";
import { ChartTable } from "./chart-table.tsx";
import type { ChartData, Figures } from "./figures.ts";

// The library that draws is only fetched by who looks at charts.
const BarChart = lazy(async () => ({ default: (await import("./bar-chart.tsx")).BarChart }));

/** The charts of the last twelve weeks, each with its numbers in a table. */
export function FiguresView({ figures }: { figures: Figures }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
      {figures.charts.map((chart) => (
        <ChartFigure key={chart.id} chart={chart} weeks={figures.weeks} />
      ))}
    </div>
  );
}

function ChartFigure({ chart, weeks }: { chart: ChartData; weeks: readonly string[] }) {
  const hydrated = useHydrated();
  const total = sumOf(chart.series.map(({ values }) => sumOf(values)));
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <figcaption className="mb-4">
        <span className="block text-sm text-ink-soft">{chart.title}</span>
        <span className="block text-2xl font-semibold">{formatValue(total, chart.unit)}</span>
        <Legend chart={chart} />
      </figcaption>
      {hydrated ? (
        <Suspense fallback={<div className="admin-chart" />}>
          <BarChart chart={chart} weeks={weeks} />
        </Suspense>
      ) : null}
      <ChartTable chart={chart} weeks={weeks} />
    </figure>
  );
}

const MARKS = ["bg-(--chart-1)", "bg-(--chart-2)", "bg-(--chart-3)", "bg-(--chart-4)"];

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
