import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";

export interface SummaryEntry {
  /** Id of the control, as conform gives it (`<form id>-<field name>`). */
  id: string;
  name: string;
  message: string;
}

/** Turns conform's `form.allErrors` (field name to messages) into entries in the order of the fields. */
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
  /** Called before a field is focused, for example to open the step it is on. */
  onSelect?: (entry: SummaryEntry) => void;
}

/** The list of everything wrong, each line a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ heading, entries, attempt, onSelect }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = entries.length > 0;
  useEffect(() => {
    if (shown) ref.current?.focus();
  }, [shown, attempt]);
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

interface Judged {
  submission?: SubmissionResult;
}

/**
 * Returns the names of a result's invalid fields, in the given order. Reads the result itself: conform's fields hold the previous
 * one for another render, and a summary of those would take the focus and disappear with it.
 */
export function wrongFields<Name extends string>(
  names: readonly Name[],
  result: (Judged & { status: string }) | undefined,
): Name[] {
  return names.filter((name) => result?.submission?.error?.[name]?.length);
}
