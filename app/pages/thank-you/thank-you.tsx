import { useEffect, useRef } from "react";
import { useEditable, textField } from "../../content/editable.ts";
import { useTexts } from "../../content/use-texts.ts";
import { HarbourChart } from "../../site/drawings.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container } from "../../ui/container.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import THANK_YOU from "../../model/texts/thank-you.json" with { type: "json" };

/** The page after a submission, with its reference number. Without one it only shows what is true for everyone. */
export function ThankYou({
  reference,
  confirmation = null,
}: {
  reference: string | null;
  /** Path of the printable confirmation of an order. */
  confirmation?: string | null;
}) {
  const texts = useTexts(THANK_YOU);
  const edit = useEditable();
  const heading = useRef<HTMLHeadingElement>(null);
  // An order leads here by a new document, where nothing has the focus.
  useEffect(() => {
    if (reference && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [reference]);
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden">
      <HarbourChart />
      <Container className="flex min-h-[44rem] flex-col justify-center py-32">
        <h1
          ref={heading}
          tabIndex={-1}
          className="tight max-w-[18ch] text-4xl outline-none"
          {...edit(textField(THANK_YOU, "heading"))}
        >
          {texts.heading}
        </h1>
        <p
          className="mt-6 max-w-[52ch] text-lg text-ink-soft"
          {...edit(textField(THANK_YOU, reference ? "received" : "visited"))}
        >
          {reference ? texts.received : texts.visited}
        </p>
        {reference ? (
          <div className="mt-8 flex flex-wrap items-end gap-x-8 gap-y-3 self-start rounded-xl border border-line bg-surface px-7 py-5">
            <dl>
              <dt className="text-sm text-ink-faint">{texts.reference}</dt>
              <dd className="figures mt-1 text-2xl font-semibold tracking-wide">{reference}</dd>
            </dl>
            <CopyButton text={reference} what="reference number" />
          </div>
        ) : null}
        <div className="ways">
          {confirmation ? (
            <ButtonLink to={confirmation} size="lg" variant="secondary">
              {texts.confirmation}
            </ButtonLink>
          ) : null}
          <ButtonLink to="/" size="lg">
            {texts.home}
          </ButtonLink>
        </div>
      </Container>
    </div>
  );
}

/** Two groups of four characters of Crockford's alphabet (submission-id.server.ts); lower case is accepted. */
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * Returns the reference number in a URL if it is valid. Anything else is null, so that nobody can put a text of their own on
 * the page by sending someone a link.
 */
export function submissionReference(value: string | null): string | null {
  const reference = value?.trim().toUpperCase() ?? "";
  return REFERENCE.test(reference) ? reference : null;
}
