import { Form, Link, useLocation } from "@remix-run/react";
import type { ChangeEvent } from "react";
import { DASHBOARD, detailPath } from "../model/admin-paths.ts";
import { ADMIN_STATUSES, STATUS_LABELS } from "../model/admin-status.ts";
import { TABLES, type TableKind, type TableRow } from "../model/tables.ts";
import { buttonClass } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import type { BulkRefusal, BulkResult } from "./bulk-status.server.ts";

const formId = (kind: TableKind) => `${kind}-selected`;

/** The checkbox of a row. Its value names the revision that the admin sees, so a row that changes is selected no more. */
export function RowCheckbox({ kind, row, name }: { kind: TableKind; row: TableRow; name: string }) {
  return (
    <label className="admin-check grid">
      <input
        key={row._rev}
        type="checkbox"
        form={formId(kind)}
        name="row"
        value={`${row._rev} ${row._id}`}
        aria-label={`Select ${name}`}
      />
    </label>
  );
}

/** Selects all rows of the page that is shown. Only for browsers with scripts. */
export function AllCheckbox({ kind }: { kind: TableKind }) {
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const { form, checked } = currentTarget;
    for (const input of form?.elements ?? [])
      if (input instanceof HTMLInputElement && input.name === "row") input.checked = checked;
  }
  return (
    <label className="admin-check hidden scripted:grid">
      <input
        type="checkbox"
        form={formId(kind)}
        onChange={onChange}
        aria-label={`Select all on this page: ${TABLES[kind].title}`}
      />
    </label>
  );
}

/** The buttons that set the status of the selected rows. */
export function BulkForm({ kind }: { kind: TableKind }) {
  const { search } = useLocation();
  return (
    <Form
      id={formId(kind)}
      method="post"
      // Without scripts the page opens at the table, whose first line is the result.
      action={`${DASHBOARD}${search}#${kind}`}
      preventScrollReset
      replace
      className="border-t border-line px-4 py-2"
    >
      <input type="hidden" name="kind" value={kind} />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">{`Change the status of selected ${TABLES[kind].title.toLowerCase()}`}</legend>
        <span aria-hidden="true" className="mr-1 text-sm text-ink-soft">
          Mark selected as
        </span>
        {ADMIN_STATUSES.map((status) => (
          <button
            key={status}
            type="submit"
            name="status"
            value={status}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            {STATUS_LABELS[status]}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

const REASONS: Record<BulkRefusal, string> = {
  conflict: "was changed in the meantime",
  missing: "no longer exists",
  failed: "could not be saved",
  invalid: "has no status",
};

/** How many of the selected submissions were changed, and which were not. */
export function BulkStatus({ result }: { result: BulkResult | undefined }) {
  const { search } = useLocation();
  if (!result) return null;
  const { kind, status, changed, refused } = result;
  const noun = (count: number) => `${count} ${TABLES[kind].noun}${count === 1 ? "" : "s"}`;
  return (
    <FormStatus
      tone={refused.length > 0 || changed === 0 ? "error" : "success"}
      attempt={result}
      focused
      className="mb-4"
    >
      {changed > 0 ? <p>{`${noun(changed)} marked as ${STATUS_LABELS[status]}.`}</p> : null}
      {changed === 0 && refused.length === 0 ? <p>Select at least one row.</p> : null}
      {refused.length > 0 ? (
        <>
          <p>{`${noun(refused.length)} not changed:`}</p>
          <ul className="mt-1 font-normal">
            {refused.map(({ id, reference, why }) => (
              <li key={id}>
                <Link to={detailPath(kind, id, search)} preventScrollReset className="figures underline">
                  {reference}
                </Link>{" "}
                {REASONS[why]}.
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </FormStatus>
  );
}
