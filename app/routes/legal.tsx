import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { formatDate } from "../model/format.ts";
import { pageMeta } from "../layout/seo.ts";
import { breadcrumbs } from "../layout/structured-data.ts";
import { LegalPage } from "../pages/legal/legal-page.tsx";
import { legalQuery, type LegalPageData } from "../pages/legal/query.ts";

// /privacy, /terms and /policy: one document each, `legalPage-<name>`.

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { path, page } = data;
  return pageMeta(matches, {
    path,
    title: page.title,
    description: page.intro,
    seo: page.seo,
    things: (site) => [breadcrumbs(site, { name: page.title, path })],
  });
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const name = new URL(request.url).pathname.toLowerCase().replaceAll("/", "");
  const found = published(await loadContent(context, legalQuery, { id: `legalPage-${name}` }));
  const page: LegalPageData = { ...found, effectiveOn: formatDate(found.effectiveDate) };
  return { path: `/${name}`, page };
}

export {
  publicHeaders as headers,
  keepAfterPost as shouldRevalidate,
} from "../platform/http/route-client.ts";

export default function Legal() {
  return <LegalPage page={useLoaderData<typeof loader>().page} />;
}
