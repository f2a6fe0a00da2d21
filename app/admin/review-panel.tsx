import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useMay } from "../auth/session-client.ts";
import { ADMIN_STATUSES, isAdminStatus, STATUS_LABELS, type AdminStatus } from "../model/admin-status.ts";
import { TABLES, type TableKind } from "../model/tables.ts";
import { useReturnedFocus, useToastOnChange } from "../ui/after-change.ts";
import { buttonClass, whileBusy } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { NotesForm } from "./notes-form.tsx";
import { type StatusResult, type Review, type StatusChange, NOT_SPAM } from "./review.ts";
import { SiteTime } from "./site-time.tsx";
import { StatusBadge } from "./status-badge.tsx";

const REFUSALS: Record<Exclude<StatusResult, "changed">, string> = {
  conflict: "This submission was changed in the meantime.",
  missing: "This submission no longer exists.",
  failed: "The change could not be saved. Please try again.",
  invalid: "The change could not be saved. Please try again.",
};

interface ReviewPanelProps {
  /** Some kinds have no status. */
  kind: TableKind;
  review: Review;
  submittedAt: string;
  /** `""` for types without a reference number. */
  reference: string;
  refused: Exclude<StatusResult, "changed"> | undefined;
}

export function ReviewPanel({ kind, review, submittedAt, reference, refused }: ReviewPanelProps) {
  const { pathname, search } = useLocation();
  const section = useReturnedFocus<HTMLElement>(review.suspected !== null);
  useToastOnChange(review.rev, said);
  const { hasStatus } = TABLES[kind];
  const isAdmin = useMay("administer");
  const asked = useNavigation().formData?.get("status") ?? null;
  return (
    <section ref={section} tabIndex={-1} aria-label="Review" className="mb-6 rounded-lg bg-tint p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-ink-soft">
          Submitted <SiteTime iso={submittedAt} />
          {reference ? (
            <span className="block">
              Reference number <span className="figures font-semibold text-ink">{reference}</span>
            </span>
          ) : null}
        </p>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          <Standing status={hasStatus ? review.status : null} saving={asked !== null} />
        </p>
      </div>
      <FormStatus tone="error" attempt={refused} className="mt-4">
        {refused ? (
          <>
            {REFUSALS[refused]}{" "}
            {refused === "conflict" ? (
              <Link to={pathname + search} preventScrollReset className="underline underline-offset-4">
                Please reload.
              </Link>
            ) : null}
          </>
        ) : null}
      </FormStatus>
      {isAdmin && review.suspected ? <SpamReason reason={review.suspected} rev={review.rev} /> : null}
      {isAdmin && hasStatus ? <StatusForm review={review} asked={asked} /> : null}
      {isAdmin && hasStatus ? <NotesForm notes={review.notes} rev={review.rev} /> : null}
      <History history={review.history} />
    </section>
  );
}

function Standing({ status, saving }: { status: AdminStatus | null; saving: boolean }) {
  if (saving) return "Saving...";
  if (!status) return null;
  return (
    <>
      Status <StatusBadge status={status} />
    </>
  );
}

function said(form: FormData): string {
  if (form.has("notes")) return "Notes saved.";
  return form.get("status") === NOT_SPAM ? "Marked as not spam." : "Status saved.";
}

function SpamReason({ reason, rev }: { reason: string; rev: string }) {
  return (
    <Form
      method="post"
      preventScrollReset
      replace
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <input type="hidden" name="rev" value={rev} />
      <p className="min-w-0 flex-1 basis-64 text-sm text-warning">{reason}</p>
      <button
        type="submit"
        name="status"
        value={NOT_SPAM}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        Not spam
      </button>
    </Form>
  );
}

/** The buttons that change the status. The chosen one looks pressed at once; `aria-pressed` changes when it is saved. */
function StatusForm({ review, asked }: { review: Review; asked: FormDataEntryValue | null }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" preventScrollReset replace className="mt-4">
      <input type="hidden" name="rev" value={review.rev} />
      <fieldset className="flex flex-wrap items-center gap-1.5 sm:gap-2">
        <legend className="sr-only">Change the status</legend>
        {ADMIN_STATUSES.map((status) => (
          <button
            key={status}
            type="submit"
            name="status"
            value={status}
            aria-pressed={status === review.status}
            {...whileBusy(busy)}
            className={buttonClass({
              variant: status === (isAdminStatus(asked) ? asked : review.status) ? "primary" : "secondary",
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

const SUSPICION_LABELS: Record<string, string> = { suspected: "Suspected", [NOT_SPAM]: "Not spam" };
const label = (step: string) =>
  isAdminStatus(step) ? STATUS_LABELS[step] : (SUSPICION_LABELS[step] ?? step);

function History({ history }: { history: readonly StatusChange[] }) {
  if (history.length === 0) return null;
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-8 font-semibold text-ink-soft">History ({history.length})</summary>
      <ol className="mt-2 grid gap-1.5">
        {history.map(({ key, from, to, by, at }) => (
          <li key={key}>
            {label(from)} → {label(to)}, {by}, <SiteTime iso={at} />
          </li>
        ))}
      </ol>
    </details>
  );
}
