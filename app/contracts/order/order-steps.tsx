import { useState, type ReactNode, type Ref } from "react";
import { contractMessages } from "../../model/contracts/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { ControlLink } from "./order-alerts.tsx";

interface OrderStepProps {
  number: number;
  title: string;
  hidden: boolean;
  /** Set on the visible step: its heading takes the focus. */
  headingRef: Ref<HTMLHeadingElement> | null;
  children: ReactNode;
}

/** One step of the form. Hidden steps stay in the page, so that their fields are posted. */
export function OrderStep({ number, title, hidden, headingRef, children }: OrderStepProps) {
  const id = `step-${number}`;
  return (
    <section hidden={hidden} aria-labelledby={id} className="mt-8">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="mb-6 text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

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

/** Without the agreement the submit button only shows why it cannot submit (docs/specification.md, section 5). */
function useAgreement({ agreed, scripted }: Pick<StepButtonsProps, "agreed" | "scripted">) {
  const [pressed, setPressed] = useState(0);
  if (agreed && pressed > 0) setPressed(0);
  const waiting = scripted && !agreed;
  return { waiting, pressed: waiting ? pressed : 0, press: () => waiting && setPressed(pressed + 1) };
}

const REASON = "submit-reason";

/** What the submit button waits for: a note, and an alert once it is pressed. */
function Reason({ pressed, children }: { pressed: number; children: string }) {
  return (
    <>
      {pressed > 0 ? null : (
        <p id={REASON} className="text-right text-ink-soft">
          {children}
        </p>
      )}
      <FormStatus tone="error" attempt={pressed}>
        {pressed > 0 ? <ControlLink id="order-agreedToTerms">{children}</ControlLink> : null}
      </FormStatus>
    </>
  );
}

/** Back, Next, and on the last step the submit button. */
export function StepButtons(props: StepButtonsProps) {
  const { step, last, scripted, busy, byCard, onNext, onBack } = props;
  const { waiting, pressed, press } = useAgreement(props);
  const submits = !scripted || step === last;
  return (
    <div className="mt-10 grid gap-4">
      {submits && waiting ? (
        <Reason pressed={pressed}>
          {byCard ? contractMessages.termsMissing : contractMessages.termsMissingInvoice}
        </Reason>
      ) : null}
      <div className="flex flex-wrap justify-between gap-4">
        {scripted ? (
          <Button
            variant="secondary"
            size="lg"
            aria-disabled={step === 1 ? true : undefined}
            onClick={onBack}
          >
            Back
          </Button>
        ) : null}
        {submits ? (
          <Button
            type="submit"
            size="lg"
            aria-live="polite"
            aria-disabled={waiting || busy ? true : undefined}
            aria-describedby={waiting && pressed === 0 ? REASON : undefined}
            onClick={(event) => {
              if (waiting || busy) event.preventDefault();
              press();
            }}
          >
            {busy ? "Submitting..." : byCard ? "Pay and submit" : "Submit order"}
          </Button>
        ) : (
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
        )}
      </div>
    </div>
  );
}
