import { Container } from "../../ui/container.tsx";
import { NEWSLETTER_TEXTS } from "./messages.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

/** The newsletter of a browser without scripts, at the end of every page that would have had the pop-up. */
export function PlainNewsletter() {
  return (
    <section aria-labelledby="newsletter-plain-title" className="border-t border-line bg-tint py-12">
      <Container>
        <h2 id="newsletter-plain-title" className="text-2xl">
          {NEWSLETTER_TEXTS.heading}
        </h2>
        <p className="mt-2 mb-6 text-ink-soft">{NEWSLETTER_TEXTS.intro}</p>
        <div className="max-w-md">
          <NewsletterForm id="newsletter-plain" />
        </div>
      </Container>
    </section>
  );
}
