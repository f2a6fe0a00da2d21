import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent } from "../content/load.server.ts";
import { homeQuery } from "../content/queries/home.ts";
import type { HomePageData } from "../content/queries/home.ts";
import { Closing } from "../home/closing.tsx";
import { Hero } from "../home/hero.tsx";
import { Projects } from "../home/projects.tsx";
import { Services } from "../home/services.tsx";
import { Statistics } from "../home/statistics.tsx";
import { Testimonials } from "../home/testimonials.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.seo?.title ?? data?.headline ?? "" },
];

export async function loader(): Promise<HomePageData> {
  const page = await loadContent<HomePageData | null>(homeQuery);
  if (!page) throw new Response("There is no home page yet.", { status: 404 });
  return page;
}

export default function Home() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Hero {...page} />
      <Services {...page} />
      <Projects {...page} />
      <Testimonials {...page} />
      <Statistics {...page} />
      <Closing {...page} />
    </>
  );
}
