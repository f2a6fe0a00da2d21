import { PrefetchPageLinks, useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type FocusEvent } from "react";
import { useTexts } from "../../content/use-texts.ts";
import { CloseIcon } from "../../ui/line-icon.tsx";
import { NEWSLETTER, NEWSLETTER_TEXTS } from "./messages.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import { storeFlag } from "./popup-flags.ts";
import { NEWSLETTER_ACTION, type SubscribeResult } from "./sign-up.ts";

/** docs/specification.md, section 9: how long the thank-you is shown. */
const AUTO_CLOSE_AFTER_MS = 3_000;

/** Narrower windows get the folded card, in pixels. */
const PHONE_WIDTH = 640;

type Phase = "asking" | "submitting" | "subscribed";

/**
 * The card in the corner (docs/specification.md, section 4, "Newsletter popup"). A labelled landmark rather than a dialog:
 * it neither takes the focus nor blocks the page, so screen readers list it among the landmarks.
 */
export function PopupCard({ onClose }: { onClose: () => void }) {
  const texts = useTexts(NEWSLETTER);
  const fetcher = useFetcher();
  const result = fetcher.data as SubscribeResult | undefined;
  const [phase, setPhase] = useState<Phase>("asking");
  const problem = phase === "asking" && result?.status !== "subscribed" ? result : undefined;
  const [attention, setAttention] = useState({ pointer: false, focus: false });
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** The element that had the focus before the card. */
  const cameFrom = useRef<HTMLElement | null>(null);
  const subscribed = phase === "subscribed";
  /** On phones the card is one line until it is opened, so that it covers none of the page's buttons. */
  const [isOpen, setOpen] = useState(() => innerWidth >= PHONE_WIDTH);

  /** Returns the focus if the card has it; to `otherwise` if nothing had it before. */
  const leaveFor = useCallback((otherwise: HTMLElement | null) => {
    if (!card.current?.contains(document.activeElement)) return;
    const back = cameFrom.current?.isConnected ? cameFrom.current : otherwise;
    back?.focus({ preventScroll: true });
  }, []);
  const close = useCallback(() => {
    storeFlag("hasSeenPopup");
    leaveFor(document.querySelector("main"));
    onClose();
  }, [leaveFor, onClose]);
  useEscape(close);
  useAutoClose(subscribed, attention.pointer || attention.focus, close);

  function unfold() {
    setOpen(true);
    // The focused button becomes the text of the heading.
    title.current?.focus();
  }

  function send(form: FormData) {
    setPhase("submitting");
    fetcher.submit(form, { method: "post", action: NEWSLETTER_ACTION });
  }
  useEffect(() => {
    if (!result) return;
    if (result.status !== "subscribed") return setPhase("asking");
    storeFlag("hasSeenPopup");
    storeFlag("hasSubscribed");
    // The focused button is about to be removed. From now on only a moving pointer keeps the card open.
    leaveFor(title.current);
    setAttention({ pointer: false, focus: false });
    setPhase("subscribed");
  }, [result, leaveFor]);

  function focusIn(event: FocusEvent) {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !card.current?.contains(from)) cameFrom.current = from;
    setAttention((now) => ({ ...now, focus: true }));
  }
  function focusOut(event: FocusEvent) {
    if (!card.current?.contains(event.relatedTarget)) setAttention((now) => ({ ...now, focus: false }));
  }
  const point = (pointer: boolean) => () =>
    setAttention((now) => (now.pointer === pointer ? now : { ...now, pointer }));

  return (
    <section
      ref={card}
      aria-labelledby="newsletter-popup-title"
      data-folded={isOpen || subscribed ? undefined : ""}
      className="newsletter-card group fixed inset-x-4 bottom-4 z-30 rounded-xl border border-line bg-surface px-5 py-2 not-data-folded:py-5 sm:left-auto sm:w-96 sm:p-6"
      onFocus={focusIn}
      onBlur={focusOut}
      onPointerMove={point(true)}
      onPointerLeave={point(false)}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 ref={title} id="newsletter-popup-title" tabIndex={-1} className="text-lg outline-none sm:pt-1">
          {subscribed ? (
            texts.thanksHeading
          ) : (
            <Heading text={texts.heading} isOpen={isOpen} onOpen={unfold} />
          )}
        </h2>
        <CloseButton onClick={close} />
      </div>
      <div role="status">{subscribed ? <p className="mt-2 text-ink-soft">{texts.thanks}</p> : null}</div>
      {subscribed ? null : (
        <div className="group-data-folded:hidden">
          {/* Loads the route's code now: Remix reloads the page when it cannot load it later, as when the visitor is offline. */}
          <PrefetchPageLinks page={NEWSLETTER_ACTION} />
          <p className="mt-1 mb-4 text-sm text-ink-soft">{texts.intro}</p>
          <NewsletterForm
            id="newsletter-popup"
            problem={problem}
            busy={phase === "submitting"}
            onSend={send}
          />
        </div>
      )}
    </section>
  );
}

/** The heading; while the card is folded a button that unfolds it. */
function Heading({ text, isOpen, onOpen }: { text: string; isOpen: boolean; onOpen: () => void }) {
  if (isOpen) return text;
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className="min-h-11 text-left underline decoration-accent decoration-2 underline-offset-4"
    >
      {text}
    </button>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={NEWSLETTER_TEXTS.close}
      className="-mr-2 grid sm:-mt-1 size-11 flex-none place-items-center rounded-md text-ink-soft hover:bg-tint hover:text-ink"
    >
      <CloseIcon />
    </button>
  );
}

/** Escape anywhere on the page, unless a dialog, a menu or an input method is open: it closes those. */
function useEscape(act: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest("dialog[open], details[open]")) return;
      act();
    }
    // Capturing, because the menu is already closed when the event bubbles.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [act]);
}

/** Calls `close` after `AUTO_CLOSE_AFTER_MS` of being active; pausing stops the clock. `close` must be stable. */
function useAutoClose(active: boolean, paused: boolean, close: () => void): void {
  const left = useRef(AUTO_CLOSE_AFTER_MS);
  useEffect(() => {
    if (!active || paused) return;
    const started = Date.now();
    const timer = setTimeout(close, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [active, paused, close]);
}
