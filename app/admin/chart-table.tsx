import { formatValue, formatWeek } from "./chart-format.ts";
import type { ChartData } from "./figures.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** The numbers of a chart, for those who would rather read or hear them. */
export function ChartTable({ chart, weeks }: { chart: ChartData; weeks: readonly string[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-11 items-center font-semibold text-accent">
        Show as a table
      </summary>
      <ScrollRegion label={`${chart.title}, table`} className="overflow-x-auto">
        <table className="figures w-full text-left">
          <caption className="sr-only">{chart.title}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-ink-soft">
              <th scope="col" className="py-1.5 pr-4">
                Week of
              </th>
              {chart.series.map(({ label }) => (
                <th key={label} scope="col" className="py-1.5 pr-4 text-right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, index) => (
              <tr key={week} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap">
                  <time dateTime={week}>{formatWeek(week)}</time>
                </th>
                {chart.series.map(({ label, values }) => (
                  <td key={label} className="py-1.5 pr-4 text-right">
                    {formatValue(values[index] ?? 0, chart.unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
