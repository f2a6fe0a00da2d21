import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { getStartedQuery } from "../pages/get-started/query.ts";
import type { GetStartedPageData } from "../pages/get-started/query.ts";
import { Choices } from "../pages/get-started/choices.tsx";
import { PUBLIC_PAGE } from "../platform/cache-control.ts";
import { PageHeader } from "../layout/page-header.tsx";
import { pageMeta } from "../layout/seo.ts";
import { breadcrumbs } from "../layout/structured-data.ts";

export const headers: HeadersFunction = () => ({ "Cache-Control": PUBLIC_PAGE });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: "/get-started",
        title: data.intro.heading,
        description: data.intro.intro,
        seo: data.intro.seo,
        things: (site) => [breadcrumbs(site, { name: data.intro.heading, path: "/get-started" })],
      })
    : [];

export async function loader({ context }: LoaderFunctionArgs) {
  const page: GetStartedPageData = await loadContent(context, getStartedQuery);
  return { ...page, intro: published(page.intro) };
}

export { keepAfterPost as shouldRevalidate } from "../platform/http/route-client.ts";

export default function GetStarted() {
  const { intro, ...choices } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("get-started")} />
      <Choices {...choices} />
    </>
  );
}
