import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasPage, loadContent, published } from "../content/load.server.ts";
import { orRedirect } from "../content/redirects.server.ts";
import { customPageQuery } from "../pages/custom-page/query.ts";
import { WrittenSection } from "../pages/sections/late-sections.ts";
import { loadSections } from "../pages/sections/load-sections.server.ts";
import { PageSections } from "../pages/sections/sections.tsx";
import { WrittenSection as Written } from "../pages/sections/written-section.tsx";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { organization } from "../site/structured-data.ts";

// Text is what most of these pages are: a link to one of its headings finds it in the first render.
WrittenSection.provide(Written);

/** Below a short text on a phone a visitor may see a picture of the second at first. */
const EARLY_SECTIONS = 2;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { title, slug, ...opening } = data;
  return openingMeta(matches, `/${slug}`, { ...opening, heading: title }, (site) => [organization(site)]);
};

/** A page that editors made. Throws a 404 Response for all other paths of one segment. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const slug = params.slug ?? "";
  const isPage = await hasPage(context, slug);
  const page = await orRedirect(args, async () =>
    published(isPage ? await loadContent(context, customPageQuery, { slug }) : null),
  );
  return { ...page, ...(await loadSections(context, page.sections)) };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function CustomPage() {
  const page = useLoaderData<typeof loader>();
  const document = { id: page._id, type: "page" };
  return (
    <>
      <PageHeader shows={{ ...document, path: "title" }} heading={page.title} intro={page.intro} />
      <PageSections {...page} page={document} early={EARLY_SECTIONS} />
    </>
  );
}
