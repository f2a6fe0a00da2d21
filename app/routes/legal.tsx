import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { formatDate } from "../model/format.ts";
import { LegalPage } from "../pages/legal/legal-page.tsx";
import { legalQuery, type LegalPageData } from "../pages/legal/query.ts";
import { openingMeta } from "../site/seo.ts";

// /privacy, /terms and /policy: one document each, `legalPage-<name>`.

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? openingMeta(matches, data.path, { ...data.page, heading: data.page.title }) : [];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const name = new URL(request.url).pathname.toLowerCase().replaceAll("/", "");
  const found = published(await loadContent(context, legalQuery, { id: `legalPage-${name}` }));
  const page: LegalPageData = { ...found, effectiveOn: formatDate(found.effectiveDate) };
  return { path: `/${name}`, page };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function Legal() {
  return <LegalPage page={useLoaderData<typeof loader>().page} />;
}
