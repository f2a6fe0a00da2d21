import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";

/** A conform field of any form. Only its ids, errors and initial value are read. */
// oxlint-disable-next-line typescript/no-explicit-any -- conform's own helpers take `any` here; its generics are invariant
export type AnyField = FieldMetadata<any, any, string[]>;

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Appends "(optional)" to the label. Required fields have no mark. */
  optional?: boolean;
}

export function LabelText({ label, optional }: Pick<FieldTexts, "label" | "optional">) {
  return (
    <>
      {label}
      {optional ? " " : null}
      {optional ? <span className="font-normal text-ink-faint">(optional)</span> : null}
    </>
  );
}

export function FieldLabel({
  htmlFor,
  ...texts
}: Pick<FieldTexts, "label" | "optional"> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className="mb-2 block font-semibold text-ink">
      <LabelText {...texts} />
    </label>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-2 text-sm text-ink-faint">
      {children}
    </p>
  );
}

export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-sm font-semibold text-danger">
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        width={16}
        className="mt-1 size-4 flex-none"
        fill="currentColor"
      >
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 3.4h1.8v5H7.1v-5ZM8 12.6a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Z" />
      </svg>
      <span>{errors.join(" ")}</span>
    </p>
  );
}

/** Returns `aria-describedby` of a control: its error, then its hint; undefined when it has neither. */
export function describedBy(
  field: Pick<AnyField, "errors" | "errorId" | "descriptionId">,
  hint: unknown,
): string | undefined {
  const ids = [field.errors?.length ? field.errorId : null, hint ? field.descriptionId : null].filter(
    Boolean,
  );
  return ids.length > 0 ? ids.join(" ") : undefined;
}
