import { steps } from "../../model/questionnaire-steps.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";

interface StepButtonsProps {
  step: number;
  /** False in server-rendered HTML and without scripts. */
  scripted: boolean;
  sending: boolean;
  /** Shown near the submit button. */
  warning: string | null;
  onPrevious: () => void;
}

/** Lets both buttons fit into one line on phones. */
const NARROW = "max-sm:px-4";

/** Previous and Next, and on the last step Submit. Next and Submit submit the form, so Enter does the same. */
export function StepButtons({ step, scripted, sending, warning, onPrevious }: StepButtonsProps) {
  const last = step === steps.length;
  const submit = last || !scripted;
  return (
    <div className="border-t border-line pt-8">
      {submit && warning ? <p className="mb-4 font-semibold text-danger">{warning}</p> : null}
      <div className="flex flex-wrap items-center gap-4">
        <div className="needs-scripts mr-auto">
          <Button
            variant="secondary"
            size="lg"
            className={NARROW}
            aria-disabled={step === 1 ? true : undefined}
            onClick={step === 1 ? undefined : onPrevious}
          >
            {QUESTIONNAIRE_TEXTS.previous}
          </Button>
        </div>
        {last ? null : (
          <div className="needs-scripts">
            <Button type={scripted ? "submit" : "button"} size="lg" className={NARROW}>
              {QUESTIONNAIRE_TEXTS.next}
            </Button>
          </div>
        )}
        {submit ? (
          <div className={cx(!last && "awaits-scripts")}>
            <Button
              type="submit"
              size="lg"
              className={NARROW}
              aria-live="polite"
              aria-disabled={sending ? true : undefined}
            >
              {sending ? QUESTIONNAIRE_TEXTS.submitting : QUESTIONNAIRE_TEXTS.submit}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
