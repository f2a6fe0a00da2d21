import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { published } from "../content/load.server.ts";
import { OfferClosed, OfferIntro } from "../contracts/order/offer-screen.tsx";
import { OrderWizard, type PostedOrder } from "../contracts/order/order-wizard.tsx";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { Container, Section } from "../ui/container.tsx";

export const meta = unlisted("Your contract");

export { headersOfLink as headers } from "../platform/cache-control.ts";

/** An accepted contract shows its confirmation; a link that is revoked, replaced or has expired is gone (410). */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const found = published(await context.services.offers.load(params["token"] ?? ""));
  const { offer, confirmation } = found === "replaced" ? { offer: null, confirmation: "" } : found;
  if (offer?.state === "accepted") return redirect(`/order/${confirmation}`);
  const open = offer?.state === "open";
  const page = await context.services.orders.loadPage(context.cache);
  return data(
    {
      offer: open ? offer : null,
      page,
      card: page.features.cards ? context.services.payments.cardConfig : null,
    },
    { status: open ? 200 : 410 },
  );
}

export { contractAction as action } from "../contracts/order/receive-order.server.ts";
export { contractClientAction as clientAction } from "../contracts/order/contract-action.ts";
export { keepOverSteps as shouldRevalidate } from "../platform/http/public-page.ts";

export default function ContractOffer() {
  const { offer, page, card } = useLoaderData<typeof loader>();
  const posted = useActionData() as PostedOrder | undefined;
  const settings = useSite()?.settings;
  if (!settings) return null;
  const payee = page.payment?.payee ?? settings.companyName;
  return (
    <>
      <PageHeader heading="Your contract" eyebrow={settings.companyName} />
      <Section>
        <Container>
          {offer ? (
            <>
              <OfferIntro expiresAt={offer.expiresAt} />
              <OrderWizard page={page} card={card} payee={payee} posted={posted} offer={offer} />
            </>
          ) : (
            <OfferClosed email={settings.email} />
          )}
        </Container>
      </Section>
    </>
  );
}
