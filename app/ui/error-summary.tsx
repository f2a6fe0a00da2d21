import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { useFocusOnOnlyError } from "./use-open-errors.ts";

export interface SummaryEntry {
  /** Id of the control, as conform gives it (`<form id>-<field name>`). */
  id: string;
  name: string;
  message: string;
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

interface WrongFieldsProps {
  heading: ReactNode;
  /** The fields of the form, in their order. */
  fields: readonly { name: string; id: string; label: string }[];
  /** Read itself, because conform's fields lag one render behind: a summary of the previous errors would take the focus and disappear. */
  result: { submission?: SubmissionResult } | undefined;
  /** The errors of the result without fields that were edited since. */
  open: SubmissionResult["error"];
}

/** After a response focuses the only wrong field, or lists several by their labels. */
export function WrongFields({ heading, fields, result, open }: WrongFieldsProps) {
  const wrong = fields.filter(({ name }) => result?.submission?.error?.[name]?.length);
  useFocusOnOnlyError(
    wrong.map(({ id }) => id),
    result,
  );
  if (wrong.length < 2) return null;
  const entries = wrong
    .filter(({ name }) => open?.[name])
    .map(({ label, ...field }) => ({ ...field, message: label }));
  return <ErrorSummary heading={heading} attempt={result} entries={entries} />;
}
