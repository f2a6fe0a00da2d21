import type { ReactNode, Ref } from "react";
import { cx } from "../../ui/cx.ts";
import type { Step } from "./question.ts";
import { StepFields, type Fieldset } from "./step-fields.tsx";

interface StepSectionProps {
  number: number;
  step: Step;
  fields: Fieldset;
  open: boolean;
  scripted: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  insert?: { before: string; node: ReactNode };
}

/** One step under its heading. Those that are not open stay in the form, so nothing typed is ever lost. */
export function StepSection({ number, open, scripted, headingRef, step, ...rest }: StepSectionProps) {
  const id = `questionnaire-step-${number}`;
  return (
    <section
      hidden={scripted && !open}
      aria-labelledby={id}
      className={cx(!scripted && !open && "awaits-scripts pt-14")}
    >
      <h2 id={id} ref={open ? headingRef : null} tabIndex={-1} className="mb-8 text-2xl outline-none">
        {step.title}
      </h2>
      <StepFields step={step} {...rest} />
    </section>
  );
}
