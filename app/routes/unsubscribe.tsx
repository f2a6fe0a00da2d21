import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "../content/use-texts.ts";
import { NEWSLETTER, newsletterFailureText } from "../forms/newsletter/messages.ts";
import type { FailureCode } from "../platform/errors.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { useReplacedFocus } from "../ui/after-change.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export const meta = unlisted(NEWSLETTER, "leaveHeading");

export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** A GET changes nothing, because some programs follow all links in emails. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const isValid = context.services.newsletter.isValidUnsubscribeLink(request);
  return data({ isValid }, { status: isValid ? 200 : 400 });
}

/** Takes the page's button and the one-click request of a mail program (RFC 8058). */
export async function action({ context, request }: ActionFunctionArgs) {
  return dataReply(await context.services.newsletter.unsubscribe(request));
}

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function Unsubscribe() {
  const { isValid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const texts = useTexts(NEWSLETTER);
  useReplacedFocus(result, "content");
  if (!isValid || result?.status === "bad-link") {
    return <Screen heading={texts.leaveHeading} intro={texts.badLink} />;
  }
  if (result?.status === "unsubscribed") {
    return <Screen heading={texts.leftHeading} intro={texts.left} />;
  }
  return (
    <Screen heading={texts.leaveHeading} intro={texts.leaveQuestion}>
      <UnsubscribeForm failure={result?.code} attempt={result} />
    </Screen>
  );
}

function Screen({ heading, intro, children }: { heading: string; intro: string; children?: ReactNode }) {
  const { home } = useTexts(NEWSLETTER);
  return (
    <>
      <PageHeader heading={heading} intro={intro} />
      <Container className="py-12">
        {children ?? (
          <ButtonLink to="/" variant="secondary">
            {home}
          </ButtonLink>
        )}
      </Container>
    </>
  );
}

/** The button. It posts to the page's own URL, which contains the token, and works without scripts. */
function UnsubscribeForm({ failure, attempt }: { failure: FailureCode | undefined; attempt: unknown }) {
  const { leave } = useTexts(NEWSLETTER);
  return (
    <Form method="post" className="grid max-w-md gap-5">
      <FormStatus tone="error" attempt={attempt}>
        {failure ? newsletterFailureText(failure) : null}
      </FormStatus>
      <Button type="submit" size="lg" className="justify-self-start">
        {leave}
      </Button>
    </Form>
  );
}
