import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { published } from "../content/load.server.ts";
import { OrderConfirmation } from "../contract/order-confirmation.tsx";
import { PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlistedMeta } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { Container } from "../ui/container.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Order confirmation");

// The address is the key to the order: it is in no cache, and no other site is told of it.
export const headers: HeadersFunction = () => ({
  "Cache-Control": PRIVATE,
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export async function loader({ context, params }: LoaderFunctionArgs) {
  return { order: published(await context.services.orders.load(params["token"] ?? "")) };
}

export default function OrderConfirmationPage() {
  const { order } = useLoaderData<typeof loader>();
  const settings = useSite()?.settings;
  if (!settings) return null;
  return (
    <>
      <PageHeader heading="Order confirmation" intro={`Reference number ${order.reference}`}>
        <div className="mt-4">
          <CopyButton text={order.reference} what="reference number" />
        </div>
      </PageHeader>
      <Container className="py-12">
        <OrderConfirmation
          order={order}
          payee={settings.legalName ?? settings.companyName}
          company={settings.companyName}
        />
      </Container>
    </>
  );
}
