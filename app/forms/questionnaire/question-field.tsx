import type { FieldMetadata } from "@conform-to/react";
import { CheckboxGroup, Field, RadioGroup, Select, TextArea } from "../../ui/field.tsx";
import { PhoneField } from "./phone-field.tsx";
import type { Question } from "./question.ts";

interface QuestionFieldProps {
  question: Question;
  field: FieldMetadata<string>;
}

/** One question as its kind asks for it, on the site's field kit. */
export function QuestionField({ question, field }: QuestionFieldProps) {
  const { label, hint, choices = [], autoComplete } = question;
  const texts = {
    field,
    label,
    ...(hint ? { hint } : {}),
    ...(question.required === undefined ? { optional: true } : {}),
  };
  const inputProps = autoComplete ? { autoComplete } : {};
  switch (question.kind) {
    case "text":
      return <TextArea {...texts} rows={4} />;
    case "radio":
      return <RadioGroup {...texts} optional={false} options={choices} />;
    case "select":
      return <Select {...texts} options={choices} />;
    case "checkboxes":
      return <CheckboxGroup {...texts} options={choices} columns={2} />;
    case "email":
      return <Field {...texts} type="email" inputProps={inputProps} />;
    case "phone":
      return <PhoneField {...texts} />;
    default:
      return <Field {...texts} inputProps={inputProps} />;
  }
}
