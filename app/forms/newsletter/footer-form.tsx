import { useLocation } from "@remix-run/react";
import { PageToken } from "../../submissions/spam/page-token.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { NEWSLETTER_TEXTS } from "./messages.ts";
import { MAX_EMAIL, NEWSLETTER_ACTION } from "./subscription.ts";

/** First path segments of pages without the form: it would stand there twice, or in an admin's way. */
const PATHS_WITHOUT_FORM = new Set(["newsletter", "unsubscribe", "admin"]);

/**
 * The newsletter form in the footer. The browser posts it to the page that shows the result, with scripts and without, so every
 * page loads no more than its fields. `token` is the form token of the page.
 */
export function FooterForm({ token }: { token: string }) {
  const { pathname } = useLocation();
  if (PATHS_WITHOUT_FORM.has(pathname.split("/")[1] ?? "")) return null;
  return (
    <PageToken.Provider value={token}>
      <form method="post" action={NEWSLETTER_ACTION} noValidate className="max-w-md">
        <label htmlFor="newsletter-footer" className="mb-2 block text-sm font-semibold text-ink">
          {NEWSLETTER_TEXTS.heading}
        </label>
        <div className="flex flex-wrap gap-3">
          <input
            id="newsletter-footer"
            name="email"
            type="email"
            autoComplete="email"
            aria-required
            maxLength={MAX_EMAIL}
            placeholder={NEWSLETTER_TEXTS.email}
            aria-describedby="newsletter-footer-note"
            className="control min-w-0 flex-1 basis-48"
          />
          <Button type="submit" variant="secondary">
            {NEWSLETTER_TEXTS.subscribe}
          </Button>
        </div>
        <input type="hidden" name="source" value="footer" />
        <SpamFields />
        <p id="newsletter-footer-note" className="mt-2 text-xs text-ink-faint">
          {NEWSLETTER_TEXTS.privacy}
        </p>
      </form>
    </PageToken.Provider>
  );
}
