import { useFetcher } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { NEWSLETTER } from "./messages.ts";
import { NewsletterForm, type NewsletterProblem } from "./newsletter-form.tsx";
import { NEWSLETTER_ACTION } from "./sign-up.ts";
import { isEmailAddress, type SubscribeResult } from "./subscription.ts";

/** The newsletter form as a part of a page; without scripts the browser posts it to the page that shows the result. */
export function PageForm() {
  const texts = useTexts(NEWSLETTER);
  const fetcher = useFetcher();
  const result = fetcher.data as SubscribeResult | undefined;
  const [typo, setTypo] = useState<NewsletterProblem>();
  const busy = fetcher.state === "submitting";

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    if (!isEmailAddress(String(form.get("email")).trim())) return setTypo({ status: "invalid" });
    setTypo(undefined);
    void fetcher.submit(form, { method: "post", action: NEWSLETTER_ACTION });
  }
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
      problem={typo ?? result}
      busy={busy}
      onSubmit={submit}
    />
  );
}
