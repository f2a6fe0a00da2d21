import { ScrollRegion } from "../ui/scroll-region.tsx";
import { axisTicks, formatTick, formatValue, formatWeek, sumOf } from "./chart-format.ts";
import type { ChartData } from "./figures.ts";

/** Height of the bars' area in px (`h-46`). Its width is the column's: horizontal positions are percentages. */
const HEIGHT = 184;
/** The share of a week's place that stays empty. */
const GAP = 0.28;
/** CSS variables, so that charts follow the theme. */
const COLORS = [
  "var(--color-chart-1)",
  "var(--color-chart-2)",
  "var(--color-chart-3)",
  "var(--color-chart-4)",
];

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

interface ChartProps {
  chart: ChartData;
  weeks: readonly string[];
}

/** Stacked bars, one stack per week. Hidden from screen readers, which read `ChartTable`. */
export function BarChart({ chart, weeks }: ChartProps) {
  const ticks = axisTicks(
    weeks.map((_, week) => sumOf(chart.series.map(({ values }) => values[week] ?? 0))),
    chart.unit,
  );
  const top = ticks.at(-1) ?? 0;
  const yOf = (value: number) => HEIGHT * (1 - value / top);
  return (
    <div aria-hidden="true" className="pt-2 pr-1 pb-7 pl-12">
      <svg className="block h-46 w-full overflow-visible text-xs">
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x2="100%"
              y1={yOf(tick)}
              y2={yOf(tick)}
              stroke="var(--color-line)"
              shapeRendering="crispEdges"
            />
            <text x={-12} y={yOf(tick)} dy="0.33em" textAnchor="end" fill="var(--color-ink-faint)">
              {formatTick(tick, chart.unit)}
            </text>
          </g>
        ))}
        {weeks.map((week, index) => (
          <Stack key={week} chart={chart} weeks={weeks} index={index} yOf={yOf} />
        ))}
        <line x2="100%" y1={HEIGHT} y2={HEIGHT} stroke="var(--color-edge)" shapeRendering="crispEdges" />
      </svg>
    </div>
  );
}

/** The bars of a week from the axis upward, and every third week's name. */
function Stack({
  chart: { series, unit },
  weeks,
  index,
  yOf,
}: ChartProps & { index: number; yOf: (value: number) => number }) {
  const week = formatWeek(weeks[index] ?? "");
  const place = 1 / (weeks.length + GAP);
  const x = place * (index + GAP);
  const width = place * (1 - GAP);
  const values = series.map((one) => one.values[index] ?? 0);
  return (
    <>
      {series.map(({ label }, n) => {
        const from = sumOf(values.slice(0, n));
        const value = values[n] ?? 0;
        const y = yOf(from + value);
        return (
          <rect
            key={label}
            x={percent(x)}
            y={y}
            width={percent(width)}
            height={yOf(from) - y}
            fill={COLORS[n]}
          >
            <title>{`${label}, week of ${week}: ${formatValue(value, unit)}`}</title>
          </rect>
        );
      })}
      {index % 3 === 2 ? (
        <text x={percent(x + width / 2)} y={HEIGHT + 22} textAnchor="middle" fill="var(--color-ink-faint)">
          {week}
        </text>
      ) : null}
    </>
  );
}

export function ChartTable({ chart, weeks }: ChartProps) {
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
