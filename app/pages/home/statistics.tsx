import { useEditable } from "../../content/editable.ts";
import type { HomePageData } from "./query.ts";
import { StatisticGrid } from "../../layout/statistics.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";

type StatisticsProps = Pick<HomePageData, "statisticsHeading" | "statisticsIntro" | "statistics">;

/** The company's statistics. */
export function Statistics({ statisticsHeading, statisticsIntro, statistics }: StatisticsProps) {
  const edit = useEditable();
  if (statistics.length === 0) return null;
  return (
    <Section tone="tint" labelledBy="home-statistics" className="border-t border-line">
      <Container>
        <SectionHeading
          id="home-statistics"
          title={statisticsHeading}
          intro={statisticsIntro}
          editable={edit({ id: "homePage", type: "homePage", path: "statisticsHeading" })}
        />
        <div className="mt-14">
          <StatisticGrid statistics={statistics} />
        </div>
      </Container>
    </Section>
  );
}
