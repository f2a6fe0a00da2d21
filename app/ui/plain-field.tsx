import type { ComponentPropsWithoutRef } from "react";
import { cx } from "./cx.ts";
import { FieldErrors, FieldHint, FieldLabel } from "./field-parts.tsx";

interface PlainFieldProps extends ComponentPropsWithoutRef<"input"> {
  /** Unique in the page; prefix of the ids of hint and errors. */
  id: string;
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | null | undefined;
}

/** A required text field of a form that conform does not manage. */
export function PlainField({ id, label, hint, errors, className, ...input }: PlainFieldProps) {
  const isWrong = Boolean(errors?.length);
  const describedBy = [isWrong ? `${id}-error` : "", hint ? `${id}-hint` : "", input["aria-describedby"]];
  return (
    <div>
      <FieldLabel htmlFor={id} label={label} />
      {hint ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
      <input
        id={id}
        aria-required
        {...input}
        className={cx("control", className)}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy.filter(Boolean).join(" ") || undefined}
      />
      <FieldErrors id={`${id}-error`} errors={errors ?? []} />
    </div>
  );
}
