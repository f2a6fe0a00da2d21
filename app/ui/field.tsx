import { getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "./cx.ts";
import {
  FieldErrors,
  FieldHint,
  FieldLabel,
  describedBy,
  type AnyField,
  type FieldTexts,
} from "./field-parts.tsx";

export { Checkbox, CheckboxGroup, RadioGroup } from "./field-group.tsx";

interface Frame extends FieldTexts {
  field: AnyField;
  className?: string;
}

/**
 * Label, hint and errors around a control, which takes `controlAria(field, props)`.
 */
function FieldFrame({ field, label, hint, optional, className, children }: Frame & { children: ReactNode }) {
  return (
    <div className={className}>
      <FieldLabel htmlFor={field.id} label={label} optional={optional ?? false} />
      {hint ? <FieldHint id={field.descriptionId}>{hint}</FieldHint> : null}
      {children}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

/**
 * Returns the ARIA attributes of a control. Uses `aria-required`, not `required`, so that the browser does not block a form before
 * our own messages (docs/decisions.md, Questionnaire).
 */
function controlAria(field: AnyField, { hint, optional }: Pick<FieldTexts, "hint" | "optional">) {
  const description = describedBy(field, hint);
  return {
    ...(description ? { "aria-describedby": description } : {}),
    ...(field.errors?.length ? { "aria-invalid": true } : {}),
    ...(optional ? {} : { "aria-required": true }),
  };
}

type TextType = "text" | "email" | "tel" | "url" | "number" | "password" | "search" | "date";
type Extra<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentPropsWithRef<Tag>,
  "id" | "name" | "form" | "type"
>;

/** A text input. `inputProps` are passed to it. */
export function Field({
  type = "text",
  inputProps,
  ...frame
}: Frame & { type?: TextType; inputProps?: Extra<"input"> }) {
  const { key, required: _required, ...props } = getInputProps(frame.field, { type });
  return (
    <FieldFrame {...frame}>
      <input
        key={key}
        {...props}
        {...inputProps}
        {...controlAria(frame.field, frame)}
        className={cx("control", inputProps?.className)}
      />
    </FieldFrame>
  );
}

export function TextArea({
  rows = 5,
  inputProps,
  ...frame
}: Frame & { rows?: number; inputProps?: Extra<"textarea"> }) {
  const { key, required: _required, ...props } = getTextareaProps(frame.field);
  return (
    <FieldFrame {...frame}>
      <textarea
        key={key}
        rows={rows}
        {...props}
        {...inputProps}
        {...controlAria(frame.field, frame)}
        className={cx("control resize-y", inputProps?.className)}
      />
    </FieldFrame>
  );
}

interface SelectFieldProps extends Frame {
  options: readonly { value: string; label: string }[];
  inputProps?: Extra<"select">;
}

export function Select({ options, inputProps, ...frame }: SelectFieldProps) {
  const { key, required: _required, ...props } = getSelectProps(frame.field);
  return (
    <FieldFrame {...frame}>
      <select
        key={key}
        {...props}
        {...inputProps}
        {...controlAria(frame.field, frame)}
        className={cx("control select-control", inputProps?.className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
