import { Button } from "../ui/button.tsx";
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

function SubmitButton({
  busy,
  byCard,
  agreed,
  scripted,
}: Pick<StepButtonsProps, "busy" | "byCard" | "agreed" | "scripted">) {
  const waiting = scripted && !agreed;
  return (
    <div className="grid justify-items-end">
      <Button
        type="submit"
        size="lg"
        aria-disabled={waiting || busy ? true : undefined}
        aria-describedby={waiting ? "submit-reason" : undefined}
        onClick={(event) => {
          if (waiting || busy) event.preventDefault();
        }}
      >
        {busy ? "Submitting..." : byCard ? "Pay and submit" : "Submit order"}
      </Button>
      {waiting ? (
        <p id="submit-reason" className="mt-2 max-w-56 text-right text-sm text-ink-faint">
          {byCard ? contractMessages.termsMissing : contractMessages.termsMissingInvoice}
        </p>
      ) : null}
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
