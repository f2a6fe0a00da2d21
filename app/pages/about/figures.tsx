import type { AboutPageData } from "./query.ts";
import { StatisticGrid } from "../../layout/statistic-grid.tsx";
import { Container, Section } from "../../ui/container.tsx";

/** The company in figures. */
export function Figures({ statistics }: Pick<AboutPageData, "statistics">) {
  if (statistics.length === 0) return null;
  return (
    <Section tone="tint" className="border-t border-line" labelledBy="about-figures">
      <Container>
        <h2 id="about-figures" className="tight mb-12 text-3xl">
          In figures
        </h2>
        <StatisticGrid statistics={statistics} />
      </Container>
    </Section>
  );
}
