import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { useActionData, type ClientActionFunctionArgs } from "@remix-run/react";
import { NEWSLETTER_TEXTS } from "../forms/newsletter/messages.ts";
import { NewsletterForm } from "../forms/newsletter/newsletter-form.tsx";
import type { SubscribeResult } from "../forms/newsletter/subscription.ts";
import { callAction } from "../platform/http/route-client.ts";
import { PageHeader } from "../layout/page-header.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, NEWSLETTER_TEXTS.heading);

export const headers: HeadersFunction = ({ actionHeaders }) =>
  [...actionHeaders].length > 0 ? actionHeaders : { "Cache-Control": "no-store" };

/** Handles the pop-up's form and the form in the footer of every page. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { result, status, headers } = await context.services.newsletter.subscribe(request, context.callerKey);
  return data(result, { status, headers });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => callAction(serverAction);

export default function Newsletter() {
  const result = useActionData() as SubscribeResult | undefined;
  if (result?.status === "subscribed") {
    return (
      <>
        <PageHeader heading={NEWSLETTER_TEXTS.thanksHeading} intro={NEWSLETTER_TEXTS.thanks} />
        <Container className="py-12">
          <ButtonLink to="/" variant="secondary">
            {NEWSLETTER_TEXTS.home}
          </ButtonLink>
        </Container>
      </>
    );
  }
  return (
    <>
      <PageHeader heading={NEWSLETTER_TEXTS.heading} intro={NEWSLETTER_TEXTS.intro} />
      <Container className="py-12">
        <div className="max-w-md">
          <NewsletterForm
            id="newsletter"
            problem={result}
            email={result?.email ?? ""}
            source={result?.source ?? "popup"}
          />
        </div>
      </Container>
    </>
  );
}
