import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps, FormEvent } from "react";
import { CheckboxGroup, Field, RadioGroup, Select, TextArea } from "../../ui/field.tsx";
import type { Question } from "./question.ts";
import { editPhone } from "./phone.ts";

interface QuestionFieldProps {
  question: Question;
  field: FieldMetadata<string>;
}

/** One question, with the field for its kind. */
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

/** Formats while typing and keeps the caret at its digit. */
function onInput(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const { inputType, data } = event.nativeEvent as InputEvent;
  const { value, caret } = editPhone({
    value: input.value,
    caret: input.selectionStart ?? input.value.length,
    inputType,
    typed: data,
  });
  if (value === input.value) return;
  input.value = value;
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

/** A US telephone number, shown as (123) 456-7890. Browsers fill in the whole number; its country code is dropped. */
function PhoneField(props: Omit<ComponentProps<typeof Field>, "type" | "inputProps">) {
  return <Field {...props} type="tel" inputProps={{ autoComplete: "tel", onInput }} />;
}
