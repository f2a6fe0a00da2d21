import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { buttonClass } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { toast } from "../ui/toast.ts";
import type { StatusOutcome } from "./change-status.server.ts";
import { LocalTime } from "./local-time.tsx";
import type { Review, StatusChange } from "./review.ts";
import { StatusBadge } from "./status-badge.tsx";
import { ADMIN_STATUSES, isAdminStatus, STATUS_LABELS } from "./statuses.ts";

const REFUSALS: Record<Exclude<StatusOutcome, "changed">, string> = {
  conflict: "This submission was changed meanwhile. Please reload.",
  missing: "This submission is not there any more.",
  failed: "The status could not be saved. Please try again.",
  invalid: "The status could not be saved. Please try again.",
};

interface ReviewPanelProps {
  review: Review;
  submittedAt: string;
  /** Why the last change was refused. */
  refused: Exclude<StatusOutcome, "changed"> | undefined;
}

/** Where a submission stands, the buttons that move it on, and who moved it before. */
export function ReviewPanel({ review, submittedAt, refused }: ReviewPanelProps) {
  const { pathname, search } = useLocation();
  return (
    <section aria-label="Review" className="mb-6 rounded-lg bg-tint p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-ink-soft">
          Submitted <LocalTime iso={submittedAt} />
        </p>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          Status <StatusBadge status={review.status} />
        </p>
      </div>
      <FormStatus tone="error" attempt={refused} className="mt-4">
        {refused ? (
          <>
            {REFUSALS[refused]}{" "}
            {refused === "conflict" ? (
              <Link to={pathname + search} preventScrollReset className="underline underline-offset-4">
                Reload
              </Link>
            ) : null}
          </>
        ) : null}
      </FormStatus>
      {review.suspected ? <p className="mt-4 text-sm text-warning">{review.suspected}</p> : null}
      <StatusForm review={review} />
      <History history={review.history} />
    </section>
  );
}

/** Says that the change which was asked for here has been stored; the badge alone is easily missed. */
function useSaidWhenSaved(rev: string) {
  const sending = useNavigation().formData !== undefined;
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (sending) asked.current ??= rev;
    else if (asked.current !== null) {
      if (asked.current !== rev) toast("Status saved.");
      asked.current = null;
    }
  }, [sending, rev]);
}

function StatusForm({ review }: { review: Review }) {
  const busy = useNavigation().state !== "idle";
  useSaidWhenSaved(review.rev);
  return (
    <Form method="post" preventScrollReset replace className="mt-4">
      <input type="hidden" name="rev" value={review.rev} />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">Change the status</legend>
        {ADMIN_STATUSES.map((status) => (
          <button
            key={status}
            type="submit"
            name="status"
            value={status}
            aria-pressed={status === review.status}
            aria-disabled={busy || undefined}
            onClick={(event) => {
              if (busy) event.preventDefault();
            }}
            className={buttonClass({
              variant: status === review.status ? "primary" : "secondary",
              size: "sm",
            })}
          >
            {STATUS_LABELS[status]}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

const label = (status: string) => (isAdminStatus(status) ? STATUS_LABELS[status] : status);

function History({ history }: { history: readonly StatusChange[] }) {
  if (history.length === 0) return null;
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-8 font-semibold text-ink-soft">History ({history.length})</summary>
      <ol className="mt-2 grid gap-1.5">
        {history.map(({ key, from, to, by, at }) => (
          <li key={key}>
            {label(from)} → {label(to)}, {by}, <LocalTime iso={at} />
          </li>
        ))}
      </ol>
    </details>
  );
}
