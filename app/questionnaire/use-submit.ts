import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { postForm } from "../submissions/post-form.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";

/** Specification 9: milliseconds between success and the thank-you page. */
const REDIRECT_AFTER = 1_000;

/** Sends the questionnaire, one at a time; after success forgets the draft and goes to the thank-you page. */
export function useSubmit(posted: QuestionnaireOutcome | undefined, onSent: () => void) {
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
    busy.current = false;
    setSending(false);
    setAttempt((count) => count + 1);
    setOutcome(answer);
  }

  useEffect(() => {
    if (!reference) return;
    onSent();
    const timer = setTimeout(() => {
      void navigate(`/thank-you?${new URLSearchParams({ ref: reference })}`, { replace: true });
    }, REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [reference, navigate, onSent]);

  return { outcome, attempt, sending, send };
}
