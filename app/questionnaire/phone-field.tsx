import type { FieldMetadata } from "@conform-to/react";
import type { FormEvent } from "react";
import { Field } from "../ui/field.tsx";
import { caretAfter, formatPhone } from "./phone.ts";

/** Formats while typing, without moving the caret away from the digit it stands behind. */
function onInput(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const caret = input.selectionStart ?? input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, "").length;
  const formatted = formatPhone(input.value);
  if (formatted === input.value) return;
  const atEnd = caret === input.value.length;
  input.value = formatted;
  const next = atEnd ? formatted.length : caretAfter(formatted, digitsBefore);
  input.setSelectionRange(next, next);
}

/** A US telephone number, shown as (123) 456-7890 and capped at ten digits. */
export function PhoneField({ field, label }: { field: FieldMetadata<string>; label: string }) {
  return (
    <Field
      field={field}
      type="tel"
      label={label}
      inputProps={{ autoComplete: "tel-national", inputMode: "tel", onInput }}
    />
  );
}
