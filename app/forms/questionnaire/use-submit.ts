import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { postForm } from "../../submissions/post-form.ts";
import { thankYouAddress } from "./addresses.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";

/** Specification 9: milliseconds between success and the thank-you page. */
const REDIRECT_AFTER = 1_000;

export interface Submitting {
  outcome: QuestionnaireOutcome | undefined;
  /** Counts answers, so that the same one twice is noticed twice. */
  attempt: number;
  sending: boolean;
  send: (form: FormData) => void;
}

/** Sends the questionnaire, one at a time; after success the thank-you page takes the place of the form. */
export function useSubmit(posted: QuestionnaireOutcome | undefined): Submitting {
  const [outcome, setOutcome] = useState(posted);
  const [attempt, setAttempt] = useState(0);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const navigate = useNavigate();
  const reference = outcome?.status === "sent" ? outcome.reference : null;

  async function send(form: FormData) {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    const answer = await postForm<QuestionnaireOutcome>("/api/questionnaire", form);
    // What was sent is not sent again while the thank-you page is on its way.
    busy.current = answer.status === "sent";
    setSending(false);
    setAttempt((count) => count + 1);
    setOutcome(answer);
  }

  useEffect(() => {
    if (!reference) return;
    const timer = setTimeout(
      () => void navigate(thankYouAddress(reference), { replace: true }),
      REDIRECT_AFTER,
    );
    return () => clearTimeout(timer);
  }, [reference, navigate]);

  return { outcome, attempt, sending, send: (form) => void send(form) };
}
