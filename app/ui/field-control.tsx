import type { FieldMetadata } from "@conform-to/react";
import type { FocusEvent, FormEvent } from "react";
import { editPhone, isAbroad } from "../model/phone.ts";
import { CheckboxGroup, Field, RadioGroup, Select, TextArea } from "./field.tsx";
import { lazyModule } from "./lazy-module.ts";

const loadAbroad = lazyModule(() => import("../model/phone-abroad.ts"));

/** What a control needs of a field of the form's list (`SubmissionField`). */
export interface ControlledField {
  kind: "line" | "text" | "email" | "phone" | "zip" | "radio" | "select" | "checkboxes";
  label: string;
  hint?: string | undefined;
  required?: string | undefined;
  defaultValue?: string | undefined;
  choices?: readonly { value: string; label: string }[] | undefined;
  autoComplete?: string | undefined;
}

interface FieldControlProps {
  of: ControlledField;
  field: FieldMetadata<string>;
  /** Whether it may stay empty here, if that is not what the list says. */
  optional?: boolean;
  /** Height of a text of several lines. */
  rows?: number;
}

/** One field of a form, with the control for its kind. */
export function FieldControl({
  of,
  field,
  optional = of.required === undefined,
  rows = 4,
}: FieldControlProps) {
  const { kind, label, hint, choices = [], autoComplete } = of;
  const texts = {
    field,
    label,
    ...(hint ? { hint } : {}),
    // A choice that is made beforehand is never missing.
    ...(optional && of.defaultValue === undefined ? { optional: true } : {}),
  };
  const inputProps = autoComplete ? { autoComplete } : {};
  switch (kind) {
    case "text":
      return <TextArea {...texts} rows={rows} />;
    case "radio":
      return <RadioGroup {...texts} options={choices} />;
    case "select":
      return <Select {...texts} options={choices} />;
    case "checkboxes":
      return <CheckboxGroup {...texts} options={choices} columns={2} />;
    case "email":
      return <Field {...texts} type="email" inputProps={inputProps} />;
    case "phone":
      return (
        <Field
          {...texts}
          type="tel"
          inputProps={{
            ...inputProps,
            onInput: formatWhileTyping,
            onBlur: (event) => void formatAbroad(event),
          }}
        />
      );
    case "zip":
    case "line":
      return <Field {...texts} inputProps={inputProps} />;
  }
}

/** Formats a telephone number while it is typed, and keeps the caret at its digit. */
function formatWhileTyping(event: FormEvent<HTMLInputElement>) {
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

/** Writes a number from abroad as its country does when the field is left. Who is faster than its rules leaves that to the server. */
async function formatAbroad({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  const { value } = input;
  if (!isAbroad(value)) return;
  const { readAbroad } = await loadAbroad().catch(() => ({ readAbroad: () => null }));
  const written = readAbroad(value);
  if (!written || written === value || input.value !== value || document.activeElement === input) return;
  input.value = written;
  // The draft is saved with every input.
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
