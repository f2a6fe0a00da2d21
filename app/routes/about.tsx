import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { aboutQuery, type AboutPageData } from "../pages/about/query.ts";
import { Figures, Story, Team, Values } from "../pages/about/sections.tsx";
import { Closing } from "../pages/sections/closing.tsx";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { organization } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/about", data, (site) => [organization(site)]);

export async function loader({ context }: LoaderFunctionArgs): Promise<AboutPageData> {
  return published(await loadContent(context, aboutQuery));
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function About() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        shows={{ id: "aboutPage", type: "aboutPage", path: "heading" }}
        heading={page.heading}
        intro={page.intro}
      />
      <Story {...page} />
      <Values {...page} />
      <Team {...page} />
      <Figures {...page} />
      <Closing {...page} />
    </>
  );
}
