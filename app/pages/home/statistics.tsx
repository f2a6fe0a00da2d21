import { StatisticGrid, type StatisticData } from "../../layout/statistics.tsx";
import { SectionHeader, type SectionTexts } from "../../layout/page-header.tsx";
import { Container, Section } from "../../ui/container.tsx";

interface StatisticsProps {
  texts: SectionTexts;
  statistics: readonly StatisticData[];
}

export function Statistics({ texts, statistics }: StatisticsProps) {
  if (statistics.length === 0) return null;
  return (
    <Section tone="tint" labelledBy={texts.id} className="border-t border-line">
      <Container>
        <SectionHeader {...texts} />
        <div className="mt-14">
          <StatisticGrid statistics={statistics} />
        </div>
      </Container>
    </Section>
  );
}
