import { formatCents } from "../contracts/money.ts";
import { LocalTime } from "./local-time.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { AnyRow } from "./tables.ts";

const MISSING: Record<string, string> = { projectType: "Not specified" };

/** What stands in a column of a row. */
export function TableCell({ row, column }: { row: AnyRow; column: string }) {
  const value: unknown = (row as Record<string, unknown>)[column];
  if (column === "date") return <LocalTime iso={String(value)} />;
  if (column === "total") return <span className="figures">{formatCents(Number(value))}</span>;
  if (column === "status") return <StatusBadge status={String(value)} />;
  const text = typeof value === "string" ? value.trim() : "";
  if (text) return text;
  return <span className="text-ink-faint">{MISSING[column] ?? "Not given"}</span>;
}

/** What a row is called: by name where it has one. */
export function rowName(row: AnyRow): string {
  return ("name" in row ? row.name.trim() : "") || row.email || row._id;
}
