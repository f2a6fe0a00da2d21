import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, type Ref, Fragment } from "react";
import { textField, useEditable } from "../../content/editable.ts";
import type { Step, Question } from "../../model/question.ts";
import { labelId, QUESTION_TEXTS } from "../../model/texts/questions.ts";
import { cx } from "../../ui/cx.ts";
import { FieldControl } from "../../ui/field-control.tsx";

interface StepSectionProps {
  number: number;
  step: Step;
  fields: Fieldset;
  open: boolean;
  scripted: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  insert?: { before: string; node: ReactNode };
}

/** One step under its heading. Hidden steps stay in the form, so their answers are posted. */
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

export type Fieldset = Record<string, FieldMetadata<Record<string, string | string[]>>>;

interface StepFieldsProps {
  step: Step;
  fields: Fieldset;
  /** A node to insert before the question of this name. */
  insert?: { before: string; node: ReactNode };
}

/** Returns the metadata of a field by its path, such as `homePage.mainHeadline`. */
function fieldOf(fields: Fieldset, name: string): FieldMetadata<string> {
  const [group = "", field = ""] = name.split(".");
  return fields[group]?.getFieldset()[field] as FieldMetadata<string>;
}

/** Groups adjacent questions of the same part, in order. */
function partsOf(questions: readonly Question[]): { part: string | undefined; questions: Question[] }[] {
  const parts: { part: string | undefined; questions: Question[] }[] = [];
  for (const question of questions) {
    const last = parts.at(-1);
    if (last && last.part === question.part) last.questions.push(question);
    else parts.push({ part: question.part, questions: [question] });
  }
  return parts;
}

/** The questions of one step. The style sheet shows and hides conditional questions, so this works without scripts. */
function StepFields({ step, fields, insert }: StepFieldsProps) {
  const edit = useEditable();
  return (
    <div className="grid gap-8">
      {partsOf(step.questions).map(({ part, questions }) => (
        <Part key={questions[0]?.name} name={part}>
          {questions.map((question) => (
            <Fragment key={question.name}>
              {insert?.before === question.name ? <div className="sm:col-span-6">{insert.node}</div> : null}
              <div
                className={cx(
                  question.narrow ? "sm:col-span-2" : "sm:col-span-6",
                  question.whenYes && "asked-on-yes",
                )}
                {...edit(textField(QUESTION_TEXTS, labelId(question.name)))}
              >
                <FieldControl of={question} field={fieldOf(fields, question.name)} />
              </div>
            </Fragment>
          ))}
        </Part>
      ))}
    </div>
  );
}

const GRID = "grid gap-x-5 gap-y-7 sm:grid-cols-6";

function Part({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (!name) return <div className={GRID}>{children}</div>;
  return (
    <fieldset className="min-w-0 border-t border-line pt-6">
      <legend className="float-left mb-6 w-full text-lg font-semibold">{name}</legend>
      <div className={cx(GRID, "clear-both")}>{children}</div>
    </fieldset>
  );
}
