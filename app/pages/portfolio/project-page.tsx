import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { Gallery } from "../../content/gallery.tsx";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import { projectPath } from "../../model/content-paths.ts";
import READING from "../../model/texts/reading.json" with { type: "json" };
import { Container, Section } from "../../ui/container.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Results, Technologies } from "./projects.tsx";
import type { ProjectPageData } from "./query.ts";

/** A project on a page of its own: its picture, text and results, its gallery, and the way to the next one. */
export function ProjectPage({ project }: { project: ProjectPageData }) {
  const edit = useEditable();
  const words = useTexts(READING);
  const shows = (path: string) => ({ id: project._id, type: "project", path });
  return (
    <>
      <article className="pt-[clamp(1.5rem,1rem+2vw,3rem)] pb-(--section)">
        <Container>
          <Link
            to="/portfolio"
            prefetch="intent"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-ink-soft underline-offset-4 hover:text-accent hover:underline"
          >
            <span aria-hidden="true">←</span> {words.allProjects}
          </Link>
          <header className="mt-6">
            <p className="figures text-sm text-ink-faint">
              <Facts items={[project.category, project.client, project.year]} />
            </p>
            <h1 {...edit(shows("title"))} className="tight mt-4 max-w-[20ch] text-4xl">
              {project.title}
            </h1>
            <p {...edit(shows("summary"))} className="mt-6 max-w-[54ch] text-lg text-balance text-ink-soft">
              {project.summary}
            </p>
          </header>
          {project.image ? (
            <ContentImage
              image={project.image}
              shows={shows("image")}
              sizes="(min-width: 80rem) 1200px, 100vw"
              size="articleCover"
              priority
              className="mt-12 rounded-xl border border-line"
            />
          ) : null}
          <div className="mt-14 grid gap-x-16 gap-y-10 lg:grid-cols-[3fr_2fr]">
            <div {...edit(shows("description"))} className="prose min-w-0">
              <PortableText value={project.description} />
            </div>
            <div className="-mt-8">
              <Results results={project.results} />
              <Technologies names={project.technologies} />
            </div>
          </div>
          <Gallery pictures={project.gallery} shows={shows("gallery")} className="mt-16" />
        </Container>
      </article>
      {project.next ? <Next project={project.next} /> : null}
    </>
  );
}

function Next({ project }: { project: NonNullable<ProjectPageData["next"]> }) {
  const words = useTexts(READING);
  return (
    <Section tone="tint" className="border-t border-line" labelledBy="next-project">
      <Container>
        <h2 id="next-project" className="text-sm font-semibold text-accent">
          {words.nextProject}
        </h2>
        <p className="tight mt-4 text-2xl font-semibold">
          <Link
            to={projectPath(project.slug)}
            prefetch="intent"
            className="underline-offset-4 hover:underline"
          >
            {project.title}
          </Link>
        </p>
        <p className="figures mt-3 text-sm text-ink-faint">
          <Facts items={[project.category, project.client, project.year]} />
        </p>
      </Container>
    </Section>
  );
}
