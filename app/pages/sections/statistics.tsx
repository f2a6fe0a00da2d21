import { HeadedSection, type SectionTexts } from "../../site/page-header.tsx";
import { StatisticGrid, type StatisticData } from "../../site/statistics.tsx";

export function Statistics({
  texts,
  statistics,
}: {
  texts: SectionTexts;
  statistics: readonly StatisticData[];
}) {
  if (statistics.length === 0) return null;
  return (
    <HeadedSection texts={texts} tone="tint" className="border-t border-line">
      <div className="mt-14">
        <StatisticGrid statistics={statistics} />
      </div>
    </HeadedSection>
  );
}
