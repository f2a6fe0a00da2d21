import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";

export interface SummaryEntry {
  /** Id of the control, as conform gives it (`<form id>-<field name>`). */
  id: string;
  name: string;
  message: string;
}

/** Returns the entries for conform's `form.allErrors`: the first error of each field, in the order of the fields. */
export function summaryEntries(
  formId: string,
  errors: Readonly<Record<string, readonly string[] | null | undefined>>,
): SummaryEntry[] {
  return Object.entries(errors).flatMap(([name, messages]) => {
    const message = messages?.[0];
    return name !== "" && message ? [{ id: `${formId}-${name}`, name, message }] : [];
  });
}

interface ErrorSummaryProps {
  heading: ReactNode;
  entries: readonly SummaryEntry[];
  /** Changes with every submit; the summary takes the focus each time. */
  attempt?: unknown;
  /** Leaves the focus where it is, for what is found while the visitor goes on. */
  quietly?: boolean;
  /** Called before a field is focused, for example to open the step it is on. */
  onSelect?: (entry: SummaryEntry) => void;
}

/** The list of a form's errors; each links to its field. Takes the focus when it appears. */
export function ErrorSummary({ heading, entries, attempt, quietly = false, onSelect }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = entries.length > 0;
  useEffect(() => {
    if (shown && !quietly) ref.current?.focus();
  }, [shown, attempt, quietly]);
  if (!shown) return null;

  function open(event: MouseEvent, entry: SummaryEntry) {
    event.preventDefault();
    onSelect?.(entry);
    // The click may have just opened the field's step.
    requestAnimationFrame(() => document.getElementById(entry.id)?.focus());
  }

  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-l-4 border-danger bg-danger-tint px-5 py-4"
    >
      <p className="font-semibold text-danger">{heading}</p>
      <ul className="mt-2 space-y-1">
        {entries.map((entry) => (
          <li key={entry.id}>
            <a
              href={`#${entry.id}`}
              onClick={(event) => open(event, entry)}
              className="inline-block py-1 text-danger underline underline-offset-4"
            >
              {entry.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FormResult {
  submission?: SubmissionResult;
}

/**
 * Returns the names of the invalid fields of a result, in the given order. Reads the result itself, because conform's fields lag
 * one render behind: a summary of the previous errors would take the focus and then disappear.
 */
export function wrongFields<Name extends string>(
  names: readonly Name[],
  result: (FormResult & { status: string }) | undefined,
): Name[] {
  return names.filter((name) => result?.submission?.error?.[name]?.length);
}
