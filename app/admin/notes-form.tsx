import { Form, useActionData, useNavigation } from "@remix-run/react";
import { buttonClass } from "../ui/button.tsx";
import { MAX_NOTES } from "./review.ts";

/** The admins' notes on a submission, also edited in the Studio. Shows what was typed again when it was refused. */
export function NotesForm({ notes, rev }: { notes: string; rev: string }) {
  const refused = useActionData<{ notes?: string | null }>()?.notes;
  const busy = useNavigation().state !== "idle";
  return (
    <details className="mt-4 text-sm" open={notes !== "" || typeof refused === "string" || undefined}>
      <summary className="min-h-8 font-semibold text-ink-soft">Notes</summary>
      <Form method="post" preventScrollReset replace className="mt-2 grid justify-items-start gap-2">
        <input type="hidden" name="rev" value={rev} />
        <textarea
          key={notes}
          name="notes"
          rows={4}
          maxLength={MAX_NOTES}
          aria-label="Notes"
          defaultValue={refused ?? notes}
          className="control w-full resize-y"
        />
        <button
          type="submit"
          className={buttonClass({ variant: "secondary", size: "sm" })}
          aria-disabled={busy || undefined}
          onClick={(event) => {
            if (busy) event.preventDefault();
          }}
        >
          Save notes
        </button>
        <p className="text-ink-soft">Only administrators see them.</p>
      </Form>
    </details>
  );
}
