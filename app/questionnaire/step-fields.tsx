import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { QuestionField } from "./question-field.tsx";
import type { Question, Step } from "./steps.ts";

type Fieldset = Record<string, FieldMetadata<Record<string, string | string[]>>>;

interface StepFieldsProps {
  step: Step;
  fields: Fieldset;
  /** Errors that still stand, by field. */
  errors: Readonly<Record<string, readonly string[] | null | undefined>>;
  scripted: boolean;
}

/** conform keeps a field's error until the next submit; one that was edited since is shown without it. */
function withoutStaleError(field: FieldMetadata<unknown>, stands: boolean): FieldMetadata<unknown> {
  if (stands || !field.errors) return field;
  return new Proxy(field, {
    get: (target, name) => (name === "errors" ? undefined : Reflect.get(target, name)),
  });
}

/** The questions of one step. One that hangs on another's answer comes and goes with it; without scripts it is always there. */
export function StepFields({ step, fields, errors, scripted }: StepFieldsProps) {
  const initial = (name: string) => fieldOf(fields, name).initialValue as string | undefined;
  const [answered, setAnswered] = useState<Record<string, string>>({});
  const isAsked = ({ when }: Question) =>
    !scripted || !when || (answered[when.name] ?? initial(when.name)) === when.is;

  return (
    <div
      className="grid gap-7"
      onChange={(event) => {
        const { name, value, type } = event.target as unknown as HTMLInputElement;
        if (type === "radio") setAnswered((before) => ({ ...before, [name]: value }));
      }}
    >
      {step.questions.map((question) =>
        isAsked(question) ? (
          <QuestionField
            key={question.name}
            question={question}
            field={withoutStaleError(fieldOf(fields, question.name), Boolean(errors[question.name]))}
          />
        ) : null,
      )}
    </div>
  );
}

function fieldOf(fields: Fieldset, name: string): FieldMetadata<unknown> {
  const [group = "", field = ""] = name.split(".");
  const fieldset = fields[group]?.getFieldset() as Record<string, FieldMetadata<unknown>>;
  return fieldset[field] as FieldMetadata<unknown>;
}
