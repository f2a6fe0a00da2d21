import type { FieldMetadata } from "@conform-to/react";
import { CheckboxGroup, Field, RadioGroup, Select, TextArea } from "../ui/field.tsx";
import { PhoneField } from "./phone-field.tsx";
import type { Question } from "./steps.ts";

interface QuestionFieldProps {
  question: Question;
  field: FieldMetadata<unknown>;
}

/** One question as its kind asks for it, on the site's field kit. */
export function QuestionField({ question, field: anyField }: QuestionFieldProps) {
  const { label, hint, choices = [], autoComplete } = question;
  const optional = question.required === undefined;
  const field = anyField as FieldMetadata<string>;
  const texts = { field, label, ...(hint ? { hint } : {}), ...(optional ? { optional } : {}) };
  const inputProps = autoComplete ? { autoComplete } : {};
  switch (question.kind) {
    case "text":
      return <TextArea {...texts} />;
    case "radio":
      return <RadioGroup {...texts} options={choices} />;
    case "select":
      return <Select {...texts} options={choices} />;
    case "checkboxes":
      return <CheckboxGroup {...texts} options={choices} columns={2} />;
    case "email":
      return <Field {...texts} type="email" inputProps={inputProps} />;
    case "phone":
      return <PhoneField field={field} label={label} />;
    default:
      return <Field {...texts} inputProps={inputProps} />;
  }
}
