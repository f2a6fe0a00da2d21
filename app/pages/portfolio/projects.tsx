import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import { projectPath } from "../../model/content-paths.ts";
import READING from "../../model/texts/reading.json" with { type: "json" };
import { StatisticFigure, StatisticSource, type StatisticData } from "../../site/statistics.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { ProjectData } from "./query.ts";

/** Every project in full, image and text alternating sides. */
export function Projects({ projects }: { projects: readonly ProjectData[] }) {
  if (projects.length === 0)
    return (
      <EmptyState
        text="Our projects will be here soon. Until then we gladly tell you about them."
        to="/contact"
        label="Ask us"
      />
    );
  return (
    <Section>
      <Container>
        <ul className="grid gap-y-[calc(var(--section)*0.85)]">
          {projects.map((project, index) => (
            <li key={project.slug}>
              <Project project={project} index={index} />
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}

function Project({ project, index }: { project: ProjectData; index: number }) {
  const edit = useEditable();
  return (
    <article
      {...edit({ id: project._id, type: "project", path: "summary" })}
      id={project.slug}
      aria-labelledby={`${project.slug}-title`}
      className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-12"
    >
      {project.image ? (
        <ContentImage
          image={project.image}
          shows={{ id: project._id, type: "project", path: "image" }}
          sizes="(min-width: 80rem) 680px, (min-width: 64rem) 56vw, 100vw"
          size="feature"
          priority={index === 0}
          className={cx("rounded-xl border border-line lg:col-span-7", index % 2 === 1 && "lg:order-2")}
        />
      ) : null}
      <div className="lg:col-span-5">
        <p className="figures text-sm text-ink-faint">
          <Facts items={[project.category, project.client, project.year]} />
        </p>
        <h2 id={`${project.slug}-title`} tabIndex={-1} className="tight mt-3 text-2xl">
          <Link
            to={projectPath(project.slug)}
            prefetch="intent"
            className="underline-offset-4 hover:underline"
          >
            {project.title}
          </Link>
        </h2>
        <p className="mt-4 text-lg text-ink">{project.summary}</p>
        <div className="prose mt-4">
          <PortableText value={project.description} />
        </div>
        <Results results={project.results} />
        <Technologies names={project.technologies} />
      </div>
    </article>
  );
}

export function Results({ results }: Pick<ProjectData, "results">) {
  if (results.length === 0) return null;
  return (
    <dl className="mt-8 grid auto-cols-fr gap-x-6 gap-y-5 border-t border-line pt-6 sm:grid-flow-col">
      {results.map((result) => (
        <div key={result.label} className="flex flex-col-reverse justify-end">
          <dt className="mt-1 text-sm text-ink-faint">{result.label}</dt>
          <dd className="tight text-2xl font-semibold whitespace-nowrap text-accent">{result.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Technologies({ names }: { names: readonly string[] }) {
  const words = useTexts(READING);
  if (names.length === 0) return null;
  return (
    <p className="mt-6 text-sm text-ink-faint">
      <span className="font-semibold text-ink-soft">{words.builtWith}</span> {names.join(", ")}
    </p>
  );
}

/** Statistics of the company, each on a card. */
export function StatCards({ statistics }: { statistics: readonly StatisticData[] }) {
  const edit = useEditable();
  if (statistics.length === 0) return null;
  return (
    <dl className="mt-12 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {statistics.map((statistic) => (
        <div
          key={statistic._id}
          {...edit({ id: statistic._id, type: "statistic", path: "value" })}
          className="flex flex-col rounded-xl border border-line bg-surface p-5 sm:p-6"
        >
          <dt className="order-2 mt-2 text-sm text-ink-soft">{statistic.label}</dt>
          <dd className="order-1">
            <StatisticFigure {...statistic} className="tight block text-3xl font-semibold text-accent" />
          </dd>
          <dd className="order-3 mt-2 text-sm text-ink-faint">
            <StatisticSource {...statistic} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
