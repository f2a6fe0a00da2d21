import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HOME } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { Hero } from "../pages/home/hero.tsx";
import { homeQuery, type HomePageData } from "../pages/home/query.ts";
import { loadSections } from "../pages/sections/load-sections.server.ts";
import { PageSections } from "../pages/sections/sections.tsx";
import { pageMeta } from "../site/seo.ts";
import { organization, website } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: "/",
        title: data.headline,
        description: data.subheadline,
        seo: data.seo,
        things: (site) => [organization(site), website(site)],
      })
    : [];

export async function loader({ context }: LoaderFunctionArgs) {
  const page: HomePageData = published(await loadContent(context, homeQuery));
  return { ...page, ...(await loadSections(context, page.sections)) };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function Home() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Hero {...page} />
      <PageSections {...page} page={HOME} />
    </>
  );
}
