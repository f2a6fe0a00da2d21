import { useCallback, useEffect, useRef, useState } from "react";
import type { FocusEvent, FormEvent } from "react";
import { postForm } from "../../submissions/post-form.ts";
import { isEmailAddress } from "./email.ts";
import { storeFlag } from "./flags.ts";
import { NEWSLETTER_TEXTS } from "./messages.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import type { NewsletterProblem } from "./newsletter-form.tsx";
import type { NewsletterOutcome } from "./outcome.ts";
import { useAutoClose } from "./use-auto-close.ts";
import { CloseIcon } from "../../ui/line-icon.tsx";

type Phase = "asking" | "submitting" | "subscribed";

/**
 * The card in the corner (specification 4, "Newsletter popup"). A labelled landmark rather than a dialog: it takes neither
 * the focus nor the page away, so screen readers find it in their list of landmarks instead of being told of a dialog that
 * they are not in.
 */
export function PopupCard({ onClose }: { onClose: () => void }) {
  const [phase, setPhase] = useState<Phase>("asking");
  const [problem, setProblem] = useState<NewsletterProblem>();
  const [attention, setAttention] = useState({ pointer: false, focus: false });
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** Where the focus was before, if anywhere. */
  const cameFrom = useRef<HTMLElement | null>(null);
  const subscribed = phase === "subscribed";

  /** Gives the focus back if it is here; to `otherwise` if it was nowhere before. */
  const leaveFor = useCallback((otherwise: HTMLElement | null) => {
    if (!card.current?.contains(document.activeElement)) return;
    const back = cameFrom.current?.isConnected ? cameFrom.current : otherwise;
    back?.focus({ preventScroll: true });
  }, []);
  const close = useCallback(() => {
    storeFlag("hasSeenPopup");
    // Who had no focus anywhere was reading the page.
    leaveFor(document.querySelector("main"));
    onClose();
  }, [leaveFor, onClose]);
  useEscape(close);
  useAutoClose(subscribed, attention.pointer || attention.focus, close);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase === "submitting") return;
    const form = new FormData(event.currentTarget);
    if (!isEmailAddress(String(form.get("email")).trim())) return setProblem({ status: "invalid" });
    setPhase("submitting");
    setProblem(undefined);
    const outcome = await postForm<NewsletterOutcome>("/api/newsletter", form);
    if (outcome.status !== "subscribed") {
      setProblem(outcome);
      return setPhase("asking");
    }
    storeFlag("hasSeenPopup");
    storeFlag("hasSubscribed");
    // The button that had the focus is about to go, and only a hand that moves now asks for more time.
    leaveFor(title.current);
    setAttention({ pointer: false, focus: false });
    setPhase("subscribed");
  }

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
      className="newsletter-card fixed inset-x-4 bottom-4 z-30 rounded-xl border border-line bg-surface p-5 sm:left-auto sm:w-96 sm:p-6"
      onFocus={focusIn}
      onBlur={focusOut}
      onPointerMove={point(true)}
      onPointerLeave={point(false)}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 ref={title} id="newsletter-popup-title" tabIndex={-1} className="pt-1 text-lg outline-none">
          {subscribed ? NEWSLETTER_TEXTS.thanksHeading : NEWSLETTER_TEXTS.heading}
        </h2>
        <CloseButton onClick={close} />
      </div>
      <div role="status">
        {subscribed ? <p className="mt-2 text-ink-soft">{NEWSLETTER_TEXTS.thanks}</p> : null}
      </div>
      {subscribed ? null : (
        <>
          <p className="mt-1 mb-4 text-sm text-ink-soft">{NEWSLETTER_TEXTS.intro}</p>
          <NewsletterForm
            id="newsletter-popup"
            problem={problem}
            busy={phase === "submitting"}
            onSubmit={submit}
          />
        </>
      )}
    </section>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={NEWSLETTER_TEXTS.close}
      className="-mt-1 -mr-2 grid size-11 flex-none place-items-center rounded-md text-ink-soft hover:bg-tint hover:text-ink"
    >
      <CloseIcon />
    </button>
  );
}

/** Escape anywhere on the page, unless it belongs to something opened over it: a dialog, a menu, an input method. */
function useEscape(act: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest("dialog[open], details[open]")) return;
      act();
    }
    // On the way down: on the way up the menu would be closed already and could not be told from the page.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [act]);
}
