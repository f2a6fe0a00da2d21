import { useCallback, useEffect, useState } from "react";
import type { ComponentType } from "react";
import { hasFlag } from "./flags.ts";
import { PlainNewsletter } from "./plain-newsletter.tsx";
import { isPopupPath } from "./popup-paths.ts";
import { whenNotTyping } from "./when-not-typing.ts";

/** Specification 9: milliseconds from the arrival of the page. */
const POPUP_DELAY = 5_000;

type Card = ComponentType<{ onClose: () => void }>;

/**
 * Shows the newsletter card once per document: after the delay, on a page that allows it, to a visitor who has not seen it
 * and is not typing. Its code is fetched only then. Without scripts a plain form stands at the end of the page instead.
 */
export function NewsletterPopup({ pathname }: { pathname: string }) {
  const allowed = isPopupPath(pathname);
  const due = useDue();
  const [Card, setCard] = useState<Card>();
  const [over, setOver] = useState(false);
  const close = useCallback(() => setOver(true), []);

  useEffect(() => {
    if (!due || !allowed || Card || hasFlag("hasSeenPopup")) return;
    let wanted = true;
    const callOff = whenNotTyping(() => {
      import("./popup-card.tsx").then(
        ({ PopupCard }) => wanted && setCard(() => PopupCard),
        () => {}, // offline: the page does very well without it
      );
    });
    return () => {
      wanted = false;
      callOff();
    };
  }, [due, allowed, Card]);

  useEffect(() => {
    if (Card && !allowed) setOver(true);
  }, [Card, allowed]);

  if (!allowed) return null;
  return (
    <>
      {/* React never looks into noscript in the browser, so its form need not be sent there as code. */}
      <noscript>{import.meta.env.SSR ? <PlainNewsletter /> : null}</noscript>
      {Card && !over ? <Card onClose={close} /> : null}
    </>
  );
}

function useDue(): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), POPUP_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return due;
}
