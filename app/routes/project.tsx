import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { orRedirect } from "../content/redirects.server.ts";
import { projectPath } from "../model/content-paths.ts";
import { ProjectPage } from "../pages/portfolio/project-page.tsx";
import { projectQuery, type ProjectPageData } from "../pages/portfolio/query.ts";
import { creativeWork } from "../pages/portfolio/structured-data.ts";
import { pageMeta } from "../site/seo.ts";
import { breadcrumbs } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: projectPath(data.slug),
        title: data.title,
        description: data.summary,
        seo: data.seo,
        things: (site) => [
          creativeWork(site, data),
          breadcrumbs(
            site,
            { name: "Portfolio", path: "/portfolio" },
            { name: data.title, path: projectPath(data.slug) },
          ),
        ],
      })
    : [];

export async function loader(args: LoaderFunctionArgs): Promise<ProjectPageData> {
  const { context, params } = args;
  const slug = params.slug ?? "";
  const { all, ...project } = await orRedirect(args, async () =>
    published(await loadContent(context, projectQuery, { slug })),
  );
  const place = all.findIndex((one) => one.slug === slug);
  const next = all[(place + 1) % all.length];
  return { ...project, next: next && next.slug !== slug ? next : null };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function Project() {
  return <ProjectPage project={useLoaderData<typeof loader>()} />;
}
