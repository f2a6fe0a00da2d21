import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { thankYouPath } from "../../model/thanks.ts";
import { rememberSent } from "../../ui/sent-form.ts";
import { type QuestionnaireResult, QUESTIONNAIRE } from "./questionnaire-result.ts";

/** docs/specification.md, section 9: pause between success and the thank-you page. */
const REDIRECT_AFTER_MS = 1_000;

export type Submitting = ReturnType<typeof useSubmit>;

/** Sends the questionnaire, one request at a time; after success opens the thank-you page. */
export function useSubmit(posted: QuestionnaireResult | undefined) {
  const { data, state, submit } = useFetcher();
  const navigate = useNavigate();
  const result = (data as QuestionnaireResult | undefined) ?? posted;
  const sending = state === "submitting";
  const reference = result?.status === "sent" ? result.reference : null;

  function send(form: FormData) {
    // Do not send again while the thank-you page is loading.
    if (sending || reference) return;
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    submit(new URLSearchParams(fields), { method: "post", action: QUESTIONNAIRE });
  }

  useEffect(() => {
    if (!reference) return;
    rememberSent("questionnaire", { reference, isPaid: false });
    const timer = setTimeout(
      () => void navigate(thankYouPath(reference), { replace: true }),
      REDIRECT_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [reference, navigate]);

  /** `result` is a new object for every response, so that the same one twice is announced twice. */
  return { result, sending, send };
}
