import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useNavigation, useSubmit, type ClientActionFunctionArgs } from "@remix-run/react";
import { textField } from "../content/editable.ts";
import { useTexts } from "../content/use-texts.ts";
import { NEWSLETTER } from "../forms/newsletter/messages.ts";
import { NewsletterForm } from "../forms/newsletter/newsletter-form.tsx";
import type { SubscribeResult } from "../forms/newsletter/sign-up.ts";
import { readSource } from "../model/newsletter.ts";
import { headersOfForm } from "../platform/cache-control.ts";
import { callAction } from "../platform/http/route-client.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { useReplacedFocus } from "../ui/after-change.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";

export const meta = unlisted(NEWSLETTER, "heading");

export const headers = headersOfForm("no-store");

/** Handles the pop-up's form and the form in the footer of every page. */
export async function action({ context, request }: ActionFunctionArgs) {
  return dataReply(await context.services.newsletter.subscribe(request, context.callerKey));
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => callAction(serverAction);

export default function Newsletter() {
  const result = useActionData() as SubscribeResult | undefined;
  const submit = useSubmit();
  const isSending = useNavigation().formData !== undefined;
  useReplacedFocus(result, "content");
  const texts = useTexts(NEWSLETTER);
  if (result?.status === "subscribed") {
    return (
      <>
        <PageHeader
          shows={textField(NEWSLETTER, "thanksHeading")}
          heading={texts.thanksHeading}
          intro={texts.thanks}
        />
        <Container className="py-12">
          <ButtonLink to="/" variant="secondary">
            {texts.home}
          </ButtonLink>
        </Container>
      </>
    );
  }
  return (
    <>
      <PageHeader shows={textField(NEWSLETTER, "heading")} heading={texts.heading} intro={texts.intro} />
      <Container className="py-12">
        <div className="max-w-md">
          <NewsletterForm
            id="newsletter"
            problem={result}
            busy={isSending}
            onSend={(form) => submit(form, { method: "post" })}
            source={readSource(result?.submission?.initialValue?.["source"])}
          />
        </div>
      </Container>
    </>
  );
}
