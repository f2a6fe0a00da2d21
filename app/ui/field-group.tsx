import { getCollectionProps, getInputProps } from "@conform-to/react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "./cx.ts";
import {
  FieldErrors,
  FieldHint,
  LabelText,
  describedBy,
  type AnyField,
  type FieldTexts,
} from "./field-parts.tsx";

interface Choice {
  value: string;
  label: ReactNode;
  /** A second line under the label. */
  note?: ReactNode;
}

interface GroupProps extends FieldTexts {
  field: AnyField;
  options: readonly Choice[];
  className?: string;
  /** Side by side on wide screens, one under the other on phones. */
  columns?: 1 | 2;
}

type InputExtra = Omit<ComponentPropsWithRef<"input">, "id" | "name" | "form" | "type" | "value">;

/** conform makes ids of values, which have spaces; ids may not. */
const withoutSpaces = (id: string) => id.replaceAll(/\s+/g, "-");

function Group({
  type,
  inputProps,
  ...props
}: GroupProps & { type: "checkbox" | "radio"; inputProps?: InputExtra }) {
  const { field, label, hint, optional, options, columns = 1, className } = props;
  const collection = getCollectionProps(field, {
    type,
    options: options.map(({ value }) => value),
    ariaAttributes: false,
  });
  const invalid = Boolean(field.errors?.length);
  return (
    <fieldset
      id={field.id}
      tabIndex={-1}
      className={cx("min-w-0 outline-none", className)}
      aria-describedby={describedBy(field, hint)}
      {...(type === "radio"
        ? { role: "radiogroup", "aria-invalid": invalid, "aria-required": !optional }
        : {})}
    >
      <legend className="mb-2 block font-semibold text-ink">
        <LabelText label={label} optional={optional ?? false} />
      </legend>
      {hint ? <FieldHint id={field.descriptionId}>{hint}</FieldHint> : null}
      <div className={cx("grid gap-x-6", columns === 2 && "sm:grid-cols-2")}>
        {collection.map(({ key, required: _required, id, ...input }, index) => (
          <ChoiceRow key={key} htmlFor={withoutSpaces(id)} choice={options[index]}>
            <input
              {...input}
              id={withoutSpaces(id)}
              {...inputProps}
              className="choice-control"
              {...(type === "checkbox" && invalid ? { "aria-invalid": true } : {})}
            />
          </ChoiceRow>
        ))}
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}

function ChoiceRow({
  htmlFor,
  choice,
  children,
}: {
  htmlFor: string;
  choice: Choice | undefined;
  children: ReactNode;
}) {
  return (
    <label htmlFor={htmlFor} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
      {children}
      <span className="leading-6">
        {choice?.label}
        {choice?.note ? <span className="block text-sm text-ink-faint">{choice.note}</span> : null}
      </span>
    </label>
  );
}

/** A group of checkboxes. The value is a list. */
export function CheckboxGroup(props: GroupProps & { inputProps?: InputExtra }) {
  return <Group {...props} type="checkbox" />;
}

export function RadioGroup(props: GroupProps & { inputProps?: InputExtra }) {
  return <Group {...props} type="radio" />;
}

interface CheckboxProps {
  field: AnyField;
  label: ReactNode;
  hint?: ReactNode;
  inputProps?: InputExtra;
  className?: string;
}

/** A single checkbox, such as agreeing to the terms. Posts `on`. */
export function Checkbox({ field, label, hint, inputProps, className }: CheckboxProps) {
  const {
    key,
    required: _required,
    ...input
  } = getInputProps(field, { type: "checkbox", ariaAttributes: false });
  return (
    <div className={className}>
      <ChoiceRow htmlFor={field.id} choice={{ value: "on", label }}>
        <input
          key={key}
          {...input}
          {...inputProps}
          className="choice-control"
          aria-describedby={describedBy(field, hint)}
          aria-invalid={field.errors?.length ? true : undefined}
        />
      </ChoiceRow>
      {hint ? <FieldHint id={field.descriptionId}>{hint}</FieldHint> : null}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
