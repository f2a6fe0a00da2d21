import type { HomePageData } from "../content/queries/home.ts";
import { StatisticFigure } from "../site/statistic.tsx";
import { Container, Section } from "../ui/container.tsx";
import { SectionHeading } from "../ui/section-heading.tsx";

type StatisticsProps = Pick<HomePageData, "statisticsHeading" | "statisticsIntro" | "statistics">;

/** What working with data brings, in figures. */
export function Statistics({ statisticsHeading, statisticsIntro, statistics }: StatisticsProps) {
  if (statistics.length === 0) return null;
  return (
    <Section tone="tint" labelledBy="home-statistics" className="border-t border-line">
      <Container>
        <SectionHeading id="home-statistics" title={statisticsHeading} intro={statisticsIntro} />
        <dl className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
          {statistics.map((statistic) => (
            <div key={statistic._id} className="flex flex-col border-t-2 border-ink pt-5">
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
      </Container>
    </Section>
  );
}
