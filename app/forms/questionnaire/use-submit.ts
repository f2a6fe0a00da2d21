import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { QUESTIONNAIRE, thankYouAddress } from "./addresses.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";

/** docs/specification.md, section 9: between success and the thank-you page. */
const REDIRECT_AFTER_MS = 1_000;

export interface Submitting {
  /** A new object for every response, so that the same one twice is noticed twice. */
  outcome: QuestionnaireOutcome | undefined;
  sending: boolean;
  send: (form: FormData) => void;
}

/** Sends the questionnaire, one at a time; after success the thank-you page takes the place of the form. */
export function useSubmit(posted: QuestionnaireOutcome | undefined): Submitting {
  const { data, state, submit } = useFetcher();
  const navigate = useNavigate();
  const outcome = (data as QuestionnaireOutcome | undefined) ?? posted;
  const sending = state === "submitting";
  const reference = outcome?.status === "sent" ? outcome.reference : null;

  function send(form: FormData) {
    // Nothing is sent again while the thank-you page is loading.
    if (sending || reference) return;
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    submit(new URLSearchParams(fields), { method: "post", action: QUESTIONNAIRE });
  }

  useEffect(() => {
    if (!reference) return;
    const timer = setTimeout(
      () => void navigate(thankYouAddress(reference), { replace: true }),
      REDIRECT_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [reference, navigate]);

  return { outcome, sending, send };
}
