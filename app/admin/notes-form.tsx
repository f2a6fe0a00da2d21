import { getFormProps, getTextareaProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { buttonClass, whileBusy } from "../ui/button.tsx";
import { FieldErrors } from "../ui/field-parts.tsx";
import { useOpenErrors } from "../ui/use-open-errors.ts";
import { MAX_NOTES } from "./review.ts";

/** The admins' notes on a submission, also edited in the Studio. Shows what was typed again when it was refused. */
export function NotesForm({ notes, rev }: { notes: string; rev: string }) {
  const refused = useActionData<{ submission?: SubmissionResult }>()?.submission;
  const open = useOpenErrors(refused);
  // Notes that were saved, here or in the Studio, are a new form, or the old text would stay.
  const [saved, setSaved] = useState({ notes, count: 0 });
  if (saved.notes !== notes) setSaved({ notes, count: saved.count + 1 });
  const [form, fields] = useForm<{ notes: string }>({
    id: `notes-${saved.count}`,
    constraint: { notes: { maxLength: MAX_NOTES } },
    defaultValue: { notes },
    lastResult: open.result,
  });
  const { key, ...textarea } = getTextareaProps(fields.notes);
  const busy = useNavigation().state !== "idle";
  return (
    <details className="mt-4 text-sm" open={notes !== "" || refused !== undefined || undefined}>
      <summary className="min-h-8 font-semibold text-ink-soft">Notes</summary>
      <Form
        {...getFormProps(form)}
        method="post"
        preventScrollReset
        replace
        onInput={(event) => open.clear((event.target as HTMLTextAreaElement).name)}
        className="mt-2 grid justify-items-start gap-2"
      >
        <input type="hidden" name="rev" value={rev} />
        <textarea key={key} {...textarea} rows={4} aria-label="Notes" className="control w-full resize-y" />
        <FieldErrors id={fields.notes.errorId} errors={fields.notes.errors} />
        <button
          type="submit"
          className={buttonClass({ variant: "secondary", size: "sm" })}
          {...whileBusy(busy)}
        >
          Save notes
        </button>
        <p className="text-ink-soft">Only administrators see them.</p>
      </Form>
    </details>
  );
}
