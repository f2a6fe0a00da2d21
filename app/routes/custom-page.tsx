import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasPage, loadContent, published } from "../content/load.server.ts";
import { orRedirect } from "../content/redirects.server.ts";
import { customPageQuery, type CustomPageData } from "../pages/custom-page/query.ts";
import { PageSections } from "../pages/custom-page/sections.tsx";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { organization } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { title, slug, ...opening } = data.page;
  return openingMeta(matches, `/${slug}`, { ...opening, heading: title }, (site) => [organization(site)]);
};

/** A page that editors made. Throws a 404 Response for all other paths of one segment. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const slug = params.slug ?? "";
  const isPage = await hasPage(context, slug);
  const page: CustomPageData = await orRedirect(args, async () =>
    published(isPage ? await loadContent(context, customPageQuery, { slug }) : null),
  );
  const hasContactForm = page.sections.some(
    (section) => section._type === "formSection" && section.form === "contact",
  );
  return { page, contactForm: hasContactForm ? await context.services.contact.load(context, null) : null };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function CustomPage() {
  const { page, contactForm } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        shows={{ id: page._id, type: "page", path: "title" }}
        heading={page.title}
        intro={page.intro}
      />
      <PageSections page={page} contactForm={contactForm} />
    </>
  );
}
