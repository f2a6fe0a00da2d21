import { Link } from "@remix-run/react";
import { useEffect, useRef, type FocusEvent } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { LEGAL_LINKS } from "../../model/page-list.ts";
import CONSENT from "../../model/texts/consent.json" with { type: "json" };
import { Button } from "../../ui/button.tsx";
import { chooseConsent, type Consent } from "./choice.ts";

/** The question whether Google Analytics may count, with two equal buttons. It blocks nothing; no answer means no. */
export function ConsentBanner({ isReopened }: { isReopened: boolean }) {
  const texts = useTexts(CONSENT);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The element that had the focus before the banner. */
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isReopened) heading.current?.focus();
  }, [isReopened]);

  function focusIn({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  }

  function choose(consent: Exclude<Consent, null>) {
    // The focused button is about to be removed.
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.querySelector("main");
    back?.focus({ preventScroll: true });
    chooseConsent(consent);
  }
  const privacy = LEGAL_LINKS.find(({ to }) => to === "/privacy");

  return (
    <section
      aria-labelledby="consent-title"
      onFocus={focusIn}
      className="consent-banner fixed inset-x-4 bottom-4 z-35 mx-auto max-w-3xl rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 ref={heading} id="consent-title" tabIndex={-1} className="text-lg outline-none">
        {texts.heading}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {texts.text}{" "}
        {privacy ? (
          <Link to={privacy.to} className="underline underline-offset-4">
            {privacy.label}
          </Link>
        ) : null}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button variant="secondary" className="px-3" onClick={() => choose("no")}>
          {texts.no}
        </Button>
        <Button variant="secondary" className="px-3" onClick={() => choose("yes")}>
          {texts.yes}
        </Button>
      </div>
    </section>
  );
}
