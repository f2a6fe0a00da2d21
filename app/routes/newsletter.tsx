import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { HomeLink } from "../forms/newsletter/home-link.tsx";
import { NEWSLETTER_TEXTS } from "../forms/newsletter/messages.ts";
import { NewsletterForm } from "../forms/newsletter/newsletter-form.tsx";
import { PageHeader } from "../layout/page-header.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, NEWSLETTER_TEXTS.heading);

export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** The newsletter form as a browser without scripts sends it; the pop-up uses /api/newsletter. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { outcome, status, headers } = await context.services.newsletter.subscribe(
    request,
    context.callerKey,
  );
  return data(outcome, { status, headers });
}

export default function Newsletter() {
  const outcome = useActionData<typeof action>();
  if (outcome?.status === "subscribed") {
    return (
      <>
        <PageHeader heading={NEWSLETTER_TEXTS.thanksHeading} intro={NEWSLETTER_TEXTS.thanks} />
        <Container className="py-12">
          <HomeLink />
        </Container>
      </>
    );
  }
  return (
    <>
      <PageHeader heading={NEWSLETTER_TEXTS.heading} intro={NEWSLETTER_TEXTS.intro} />
      <Container className="py-12">
        <div className="max-w-md">
          <NewsletterForm id="newsletter" problem={outcome} email={outcome?.email ?? ""} />
        </div>
      </Container>
    </>
  );
}
