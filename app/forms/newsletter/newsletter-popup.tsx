import { useCallback, useEffect, useState } from "react";
import { isReadingPage } from "../../model/page-slug.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { hasFlag } from "./popup-flags.ts";

const PopupCard = lazyPart(
  () => import("./popup-card.tsx"),
  (module) => module.PopupCard,
);

/** docs/specification.md, section 9: delay after the page began to load, unless the owner chose another. */
const POPUP_DELAY_S = 5;

interface NewsletterPopupProps {
  pathname: string;
  /** Whether something else asks for an answer in its place. */
  isHeld?: boolean;
  /** Whether the owner does without it. */
  isOff?: boolean;
  /** Delay; null or undefined for the specified one. */
  seconds?: number | null | undefined;
}

/**
 * Shows the newsletter card once per document: after the delay, on a page to read, to a visitor who has not seen it
 * and is not typing. Its code is loaded only then. Without scripts there is the form in the footer.
 */
export function NewsletterPopup({ pathname, isHeld = false, isOff = false, seconds }: NewsletterPopupProps) {
  const allowed = !isOff && isReadingPage(pathname);
  const due = useDue((seconds ?? POPUP_DELAY_S) * 1_000);
  const [isShown, setShown] = useState(false);
  const [isOver, setOver] = useState(false);
  const close = useCallback(() => setOver(true), []);

  useEffect(() => {
    if (!due || isHeld || !allowed || isShown || hasFlag("hasSeenPopup")) return;
    return whenNotTyping(() => setShown(true));
  }, [due, isHeld, allowed, isShown]);

  useEffect(() => {
    if (isShown && !allowed) setOver(true);
  }, [isShown, allowed]);

  return allowed && isShown && !isOver ? <PopupCard onClose={close} /> : null;
}

function useDue(delayMs: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    // `performance.now()` counts from the beginning of the load, which on a slow line is seconds before scripts run.
    const timer = setTimeout(() => setDue(true), delayMs - performance.now());
    return () => clearTimeout(timer);
  }, [delayMs]);
  return due;
}

/** How long after the last input a focused field no longer counts as being typed in. */
export const IDLE_AFTER_MS = 15_000;

const EDITABLE =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])";

const isInField = () => document.activeElement?.matches(EDITABLE) ?? false;

/**
 * Calls `act` once, as soon as the visitor is not filling in a field: at once, when the focus leaves the last field, or
 * after a pause. Returns a function that cancels it.
 */
function whenNotTyping(act: () => void): () => void {
  if (!isInField()) {
    act();
    return () => {};
  }
  const listening = new AbortController();
  let timer = setTimeout(finish, IDLE_AFTER_MS);

  function stop() {
    listening.abort();
    clearTimeout(timer);
  }
  function finish() {
    stop();
    act();
  }
  function restart() {
    clearTimeout(timer);
    timer = setTimeout(finish, IDLE_AFTER_MS);
  }
  function leave() {
    // The focus may be moving to the next field.
    setTimeout(() => {
      if (!listening.signal.aborted && !isInField()) finish();
    });
  }
  document.addEventListener("input", restart, listening);
  document.addEventListener("focusin", restart, listening);
  document.addEventListener("focusout", leave, listening);
  return stop;
}
