import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { Closing } from "../pages/home/closing.tsx";
import { Hero } from "../pages/home/hero.tsx";
import { Projects } from "../pages/home/projects.tsx";
import { homeQuery, type HomePageData } from "../pages/home/query.ts";
import { Services } from "../pages/home/services.tsx";
import { Statistics } from "../pages/home/statistics.tsx";
import { Testimonials } from "../pages/home/testimonials.tsx";
import type { SectionTexts } from "../site/page-header.tsx";
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

export async function loader({ context }: LoaderFunctionArgs): Promise<HomePageData> {
  return published(await loadContent(context, homeQuery));
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

function homeTexts(section: string, heading: string, intro?: string | null): SectionTexts {
  const shows = { id: "homePage", type: "homePage", path: `${section}Heading` };
  return { id: `home-${section}`, heading, intro: intro ?? null, shows };
}

export default function Home() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Hero {...page} />
      <Services
        texts={homeTexts("services", page.servicesHeading, page.servicesIntro)}
        services={page.services}
      />
      <Projects
        texts={homeTexts("projects", page.projectsHeading, page.projectsIntro)}
        projects={page.projects}
      />
      <Testimonials
        texts={homeTexts("testimonials", page.testimonialsHeading)}
        testimonials={page.testimonials}
      />
      <Statistics
        texts={homeTexts("statistics", page.statisticsHeading, page.statisticsIntro)}
        statistics={page.statistics}
      />
      <Closing {...page} />
    </>
  );
}
