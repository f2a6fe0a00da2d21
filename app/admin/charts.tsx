import { AxisBottom, AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { useEffect, useRef, useState } from "react";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { axisTop, formatTick, formatValue, formatWeek, sumOf } from "./chart-format.ts";
import type { ChartData } from "./figures.ts";

const HEIGHT = 220;
const MARGIN = { top: 8, right: 4, bottom: 28, left: 48 };
/** CSS variables, so that charts follow the theme without a new render. */
const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)"];

const LABEL = { fill: "var(--ink-faint)", fontSize: 12, fontFamily: "inherit" } as const;

interface Week {
  week: string;
  values: number[];
}

/** Stacked bars, one stack per week. Hidden from screen readers, which read `ChartTable`. */
export function BarChart({ chart, weeks }: { chart: ChartData; weeks: readonly string[] }) {
  const [ref, width] = useWidth();
  return (
    <div ref={ref} className="admin-chart">
      {width > 0 ? <Bars chart={chart} weeks={weeks} width={width} /> : null}
    </div>
  );
}

function Bars({ chart, weeks, width }: { chart: ChartData; weeks: readonly string[]; width: number }) {
  const data: Week[] = weeks.map((week, index) => ({
    week,
    values: chart.series.map(({ values }) => values[index] ?? 0),
  }));
  const keys = chart.series.map((_, index) => String(index));
  const sums = data.map(({ values }) => sumOf(values));
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const x = scaleBand({ domain: [...weeks], range: [0, inner.width], padding: 0.28 });
  const y = scaleLinear({ domain: [0, axisTop(sums, chart.unit)], range: [inner.height, 0], nice: 4 });
  const color = scaleOrdinal({ domain: keys, range: COLORS });
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="block">
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        <GridRows scale={y} width={inner.width} numTicks={4} stroke="var(--line)" />
        <BarStack
          data={data}
          keys={keys}
          x={({ week }) => week}
          value={({ values }, key) => values[Number(key)] ?? 0}
          xScale={x}
          yScale={y}
          color={color}
        >
          {(stacks) =>
            stacks.flatMap(({ index, bars }) =>
              bars.map((bar) => (
                <rect
                  key={`${index}-${bar.index}`}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={Math.max(0, bar.height)}
                  fill={bar.color}
                >
                  <title>{titleOf(chart, index, bar.bar.data)}</title>
                </rect>
              )),
            )
          }
        </BarStack>
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatTick(Number(value), chart.unit)}
          tickLabelProps={{ ...LABEL, textAnchor: "end", dx: "-0.4em", dy: "0.33em" }}
        />
        <AxisBottom
          top={inner.height}
          scale={x}
          stroke="var(--edge)"
          hideTicks
          tickValues={weeks.filter((_, index) => index % 3 === 2)}
          tickFormat={formatWeek}
          tickLabelProps={{ ...LABEL, textAnchor: "middle" }}
        />
      </g>
    </svg>
  );
}

function titleOf(chart: ChartData, index: number, { week, values }: Week): string {
  return `${chart.series[index]?.label ?? ""}, week of ${formatWeek(week)}: ${formatValue(values[index] ?? 0, chart.unit)}`;
}

/** The values of a chart as a table. */
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

/** Observes the width of an element, in pixels; 0 until it is measured. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
