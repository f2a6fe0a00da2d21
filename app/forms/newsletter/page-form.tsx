import { useFetcher } from "@remix-run/react";
import { useTexts } from "../../content/use-texts.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { NEWSLETTER } from "./messages.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import { NEWSLETTER_ACTION, type SubscribeResult } from "./sign-up.ts";

/** The newsletter form as a part of a page; without scripts the browser posts it to the page that shows the result. */
export function PageForm() {
  const texts = useTexts(NEWSLETTER);
  const fetcher = useFetcher();
  const result = fetcher.data as SubscribeResult | undefined;
  if (result?.status === "subscribed") {
    return (
      <FormStatus tone="success" attempt={result} focused>
        <p>{texts.thanksHeading}</p>
        <p className="mt-1 text-sm font-normal">{texts.thanks}</p>
      </FormStatus>
    );
  }
  return (
    <NewsletterForm
      id="newsletter-page"
      source="page"
      problem={result}
      busy={fetcher.state === "submitting"}
      onSend={(form) => fetcher.submit(form, { method: "post", action: NEWSLETTER_ACTION })}
    />
  );
}
