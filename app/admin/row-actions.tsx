import { Link, useSearchParams } from "@remix-run/react";
import { detailPath, jsonPath } from "./addresses.ts";
import { rowName } from "./table-cell.tsx";
import type { AnyRow, TableKind } from "./tables.ts";

const LINK =
  "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline";

/** View, and Download where the specification has it. Each says to whom it belongs for those who cannot see the row. */
export function RowActions({ kind, row }: { kind: TableKind; row: AnyRow }) {
  const [params] = useSearchParams();
  const search = params.size > 0 ? `?${params}` : "";
  const name = rowName(row);
  return (
    <span className="flex gap-5">
      <Link
        to={detailPath(kind, row._id, search)}
        preventScrollReset
        aria-label={`View ${name}`}
        className={LINK}
      >
        View
      </Link>
      {kind === "questionnaires" ? (
        <a href={jsonPath(kind, row._id)} download aria-label={`Download ${name}`} className={LINK}>
          Download
        </a>
      ) : null}
    </span>
  );
}
