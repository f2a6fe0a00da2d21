import type { ComponentProps, FormEvent } from "react";
import { Field } from "../../ui/field.tsx";
import { editPhone } from "./phone.ts";

/** Formats while typing, with the caret at the digit where it was. */
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

/** A US telephone number, shown as (123) 456-7890 and capped at ten digits. */
export function PhoneField(props: Omit<ComponentProps<typeof Field>, "type" | "inputProps">) {
  return <Field {...props} type="tel" inputProps={{ autoComplete: "tel-national", onInput }} />;
}
