import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { published } from "../content/load.server.ts";
import { OrderWizard, type PostedOrder } from "../contracts/order/order-wizard.tsx";
import { headersOfForm, FRESH_PAGE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { openingMeta } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { Container, Section } from "../ui/container.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  openingMeta(matches, "/contract", data?.intro);

export const headers = headersOfForm(FRESH_PAGE);

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await context.services.orders.loadPage(context.cache);
  return {
    page,
    intro: published(page.intro),
    card: page.features.cards ? context.services.payments.cardConfig : null,
  };
}

export { contractAction as action } from "../contracts/order/receive-order.server.ts";
export { contractClientAction as clientAction } from "../contracts/order/contract-action.ts";
export { keepOverSteps as shouldRevalidate } from "../platform/http/public-page.ts";

export default function Contract() {
  const { page, intro, card } = useLoaderData<typeof loader>();
  const posted = useActionData() as PostedOrder | undefined;
  const settings = useSite()?.settings;
  if (!settings) return null;
  return (
    <>
      <PageHeader {...intro} shows={openingOf("contract")} />
      <Section>
        <Container>
          <OrderWizard
            page={page}
            card={card}
            payee={page.payment?.payee ?? settings.companyName}
            posted={posted}
          />
        </Container>
      </Section>
    </>
  );
}
