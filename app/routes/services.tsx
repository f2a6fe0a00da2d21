import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { readCatalogue } from "../model/contracts/services.ts";
import { readTax } from "../model/contracts/tax.ts";
import { Closing } from "../pages/sections/closing.tsx";
import { servicesQuery, type ServicesPageData } from "../pages/services/query.ts";
import { ServiceIndex, ServiceSection } from "../pages/services/service-section.tsx";
import { service } from "../pages/services/structured-data.ts";
import { FRESH_PAGE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { organization } from "../site/structured-data.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/services", data?.intro, (site) => [
    organization(site),
    ...(data?.services ?? []).map((item) => service(site, item)),
  ]);

export async function loader({ context }: LoaderFunctionArgs) {
  const page: ServicesPageData = await loadContent(context, servicesQuery);
  const services = page.services.map((one) => ({ ...one, orders: readCatalogue(one.orders).catalogue }));
  return { ...page, services, intro: published(page.intro) };
}

/** It names prices. */
export const headers: HeadersFunction = () => ({ "Cache-Control": FRESH_PAGE });

export { shouldRevalidate } from "../platform/http/public-page.ts";

export default function Services() {
  const { intro, services, tax, closing } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("services")}>
        <ServiceIndex services={services} />
      </PageHeader>
      {services.length === 0 ? (
        <EmptyState
          text="Our services will be listed here soon. Tell us what you need meanwhile."
          to="/contact"
          label="Write to us"
        />
      ) : null}
      {services.map((item, index) => (
        <ServiceSection key={item.slug} service={item} first={index === 0} tax={readTax(tax)} />
      ))}
      <Closing closing={closing} />
    </>
  );
}
