import { useEditable } from "../../content/editable.ts";
import type { StatisticData } from "../home/query.ts";
import { StatisticFigure } from "../../layout/statistic.tsx";

/** The company's record at a glance, each figure on a card of its own. */
export function StatCards({ statistics }: { statistics: readonly StatisticData[] }) {
  const edit = useEditable();
  if (statistics.length === 0) return null;
  return (
    <dl className="mt-12 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {statistics.map((statistic) => (
        <div
          key={statistic._id}
          {...edit({ id: statistic._id, type: "statistic", path: "value" })}
          className="flex flex-col-reverse justify-end rounded-xl border border-line bg-surface p-5 sm:p-6"
        >
          <dt className="mt-2 text-sm text-ink-soft">{statistic.label}</dt>
          <dd>
            <StatisticFigure {...statistic} className="tight block text-3xl font-semibold text-accent" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
