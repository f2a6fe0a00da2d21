import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { projectPath } from "../../model/content-paths.ts";
import { HeadedSection, type SectionTexts } from "../../site/page-header.tsx";
import { cx } from "../../ui/cx.ts";
import type { SectionProject } from "./section-types.ts";

/** The first project in full width, the others below: three per row when that fills the rows, else two. */
export function Projects({ texts, projects }: { texts: SectionTexts; projects: readonly SectionProject[] }) {
  const [lead, ...others] = projects;
  if (!lead) return null;
  return (
    <HeadedSection texts={texts} tone="tint" className="border-y border-line">
      <LeadProject project={lead} />
      <ul
        className={cx(
          "mt-16 grid empty:hidden gap-x-8 gap-y-14 md:grid-cols-2",
          others.length % 3 === 0 && "lg:grid-cols-3",
        )}
      >
        {others.map((project) => (
          <li key={project.slug} className="project-cell">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}

function LeadProject({ project }: { project: SectionProject }) {
  const edit = useEditable();
  const [result, ...results] = project.results;
  return (
    <article
      {...edit({ id: project._id, type: "project", path: "summary" })}
      className="group relative mt-14 grid overflow-hidden rounded-xl border border-line bg-surface lg:grid-cols-12"
    >
      <Picture
        project={project}
        sizes="(min-width: 64rem) 740px, 100vw"
        className="aspect-[16/10] h-full lg:col-span-7 lg:aspect-auto"
      />
      <div className="flex flex-col p-7 sm:p-10 lg:col-span-5">
        <Facts project={project} />
        <h3 className="mt-4 text-2xl">
          <ProjectLink project={project} />
        </h3>
        <p className="mt-4 text-ink-soft">{project.summary}</p>
        {result ? (
          <dl className="mt-8 grid grid-cols-2 gap-6 border-t border-line pt-6 lg:mt-auto">
            {[result, ...results].slice(0, 2).map((item) => (
              <Result key={item.label} {...item} />
            ))}
          </dl>
        ) : null}
      </div>
    </article>
  );
}

function ProjectCard({ project }: { project: SectionProject }) {
  const edit = useEditable();
  return (
    <article {...edit({ id: project._id, type: "project", path: "summary" })} className="group relative">
      <Picture
        project={project}
        sizes="(min-width: 79rem) 590px, (min-width: 64rem) 50vw, 100vw"
        className="aspect-[16/10] rounded-xl border border-line"
      />
      <div className="mt-6">
        <Facts project={project} />
        <h3 className="mt-3 text-xl">
          <ProjectLink project={project} />
        </h3>
        <p className="mt-3 max-w-[34em] text-ink-soft">{project.summary}</p>
      </div>
    </article>
  );
}

function ProjectLink({ project }: { project: SectionProject }) {
  return (
    <Link
      to={projectPath(project.slug)}
      prefetch="intent"
      className="decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
    >
      {project.title}
    </Link>
  );
}

function Facts({ project }: { project: SectionProject }) {
  const facts = [project.category, project.client, project.year].filter(Boolean);
  return <p className="figures text-sm text-ink-faint">{facts.join(" · ")}</p>;
}

function Result({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1 text-sm text-ink-faint">{label}</dt>
      <dd className="text-2xl font-semibold tracking-tight text-accent">{value}</dd>
    </div>
  );
}

function Picture({
  project,
  sizes,
  className,
}: {
  project: SectionProject;
  sizes: string;
  className: string;
}) {
  if (!project.image) return null;
  return (
    <div className={`overflow-hidden bg-accent-tint ${className}`}>
      <ContentImage
        image={project.image}
        shows={{ id: project._id, type: "project", path: "image" }}
        sizes={sizes}
        size="homeProject"
        className="size-full object-cover"
      />
    </div>
  );
}
