import { useEditable } from "../content/editable.ts";
import type { StatisticData } from "../pages/home/query.ts";
import { StatisticFigure } from "./statistic.tsx";

/** Figures beside each other, each over what it means. */
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
        </div>
      ))}
    </dl>
  );
}
