import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NEWSLETTER_TEXTS } from "../forms/newsletter/messages.ts";
import type { ReactNode } from "react";
import { HomeLink } from "../forms/newsletter/home-link.tsx";
import { UnsubscribeForm } from "../forms/newsletter/unsubscribe-form.tsx";
import { PageHeader } from "../layout/page-header.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, NEWSLETTER_TEXTS.leaveHeading);

export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** A visit changes nothing: programs that look at links in mails would unsubscribe people. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const good = context.services.newsletter.isGoodUnsubscribeLink(request);
  return data({ good }, { status: good ? 200 : 400 });
}

/** The page's button, and the one-click request of a mail program (RFC 8058). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { outcome, status, headers } = await context.services.newsletter.unsubscribe(request);
  return data(outcome, { status, headers });
}

export default function Unsubscribe() {
  const { good } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  if (!good || outcome?.status === "bad-link") {
    return <Screen heading={NEWSLETTER_TEXTS.leaveHeading} intro={NEWSLETTER_TEXTS.badLink} />;
  }
  if (outcome?.status === "unsubscribed") {
    return <Screen heading={NEWSLETTER_TEXTS.leftHeading} intro={NEWSLETTER_TEXTS.left} />;
  }
  return (
    <Screen heading={NEWSLETTER_TEXTS.leaveHeading} intro={NEWSLETTER_TEXTS.leaveQuestion}>
      <UnsubscribeForm failure={outcome?.code} />
    </Screen>
  );
}

function Screen({ heading, intro, children }: { heading: string; intro: string; children?: ReactNode }) {
  return (
    <>
      <PageHeader heading={heading} intro={intro} />
      <Container className="py-12">{children ?? <HomeLink />}</Container>
    </>
  );
}
