import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { contractMessages } from "./messages.ts";

interface StepButtonsProps {
  step: number;
  last: number;
  /** Without scripts the form is one page with one button. */
  scripted: boolean;
  busy: boolean;
  byCard: boolean;
  agreed: boolean;
  onNext: () => void;
  onBack: () => void;
}

/**
 * Until the terms are agreed the button does nothing but say so (specification 5): the reason stands below it, and pressing
 * it all the same makes it the alert.
 */
function SubmitButton({
  busy,
  byCard,
  agreed,
  scripted,
}: Pick<StepButtonsProps, "busy" | "byCard" | "agreed" | "scripted">) {
  const [pressed, setPressed] = useState(0);
  const waiting = scripted && !agreed;
  const reason = byCard ? contractMessages.termsMissing : contractMessages.termsMissingInvoice;
  const alarmed = waiting && pressed > 0;
  if (agreed && pressed > 0) setPressed(0);
  return (
    <div className="grid max-w-full justify-items-end gap-3">
      <Button
        type="submit"
        size="lg"
        aria-disabled={waiting || busy ? true : undefined}
        aria-describedby={waiting && !alarmed ? "submit-reason" : undefined}
        onClick={(event) => {
          if (waiting || busy) event.preventDefault();
          if (waiting) setPressed(pressed + 1);
        }}
      >
        {busy ? "Submitting..." : byCard ? "Pay and submit" : "Submit order"}
      </Button>
      {waiting && !alarmed ? (
        <p id="submit-reason" className="max-w-72 text-right text-ink-soft">
          {reason}
        </p>
      ) : null}
      <FormStatus tone="error" attempt={pressed}>
        {alarmed ? reason : null}
      </FormStatus>
    </div>
  );
}

/** Back, Next, and on the last step the submit button. Next is the first button, so Enter goes forward. */
export function StepButtons(props: StepButtonsProps) {
  const { step, last, scripted, onNext, onBack } = props;
  if (!scripted) {
    return (
      <div className="mt-10">
        <SubmitButton {...props} />
      </div>
    );
  }
  return (
    <div className="mt-10 flex flex-row-reverse flex-wrap items-start justify-between gap-4">
      {step < last ? (
        <Button
          type="submit"
          size="lg"
          onClick={(event) => {
            event.preventDefault();
            onNext();
          }}
        >
          Next
        </Button>
      ) : (
        <SubmitButton {...props} />
      )}
      <Button variant="secondary" size="lg" aria-disabled={step === 1 ? true : undefined} onClick={onBack}>
        Back
      </Button>
    </div>
  );
}
