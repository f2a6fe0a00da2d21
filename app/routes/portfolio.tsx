import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { Projects, StatCards } from "../pages/portfolio/projects.tsx";
import { portfolioQuery, type PortfolioPageData } from "../pages/portfolio/query.ts";
import { Closing } from "../pages/sections/closing.tsx";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/portfolio", data?.intro);

export async function loader({ context }: LoaderFunctionArgs) {
  const page: PortfolioPageData = await loadContent(context, portfolioQuery);
  return { ...page, intro: published(page.intro) };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function Portfolio() {
  const { intro, projects, statistics, closing } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("portfolio")}>
        <StatCards statistics={statistics} />
      </PageHeader>
      <Projects projects={projects} />
      <Closing closing={closing} />
    </>
  );
}
