import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { Choices } from "../pages/get-started/choices.tsx";
import { getStartedQuery, type GetStartedPageData } from "../pages/get-started/query.ts";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/get-started", data?.intro);

export async function loader({ context }: LoaderFunctionArgs) {
  const page: GetStartedPageData = await loadContent(context, getStartedQuery);
  return { ...page, intro: published(page.intro) };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function GetStarted() {
  const { intro, ...choices } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("get-started")} />
      <Choices {...choices} />
    </>
  );
}
