import { cx } from "../ui/cx.ts";
import { isAdminStatus, STATUS_LABELS } from "./review.ts";

/** New is a primary badge, any other value a secondary one (docs/specification.md, section 4). */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span
      data-badge={status === "new" ? "primary" : "secondary"}
      className={cx(
        "inline-flex items-center rounded-full border px-2.5 text-xs font-semibold",
        status === "new"
          ? "border-transparent bg-accent text-on-accent"
          : "border-edge bg-transparent text-ink-soft",
      )}
    >
      {isAdminStatus(status) ? STATUS_LABELS[status] : status}
    </span>
  );
}

/** Marks a suspected submission; its detail says why. */
export function SuspectedBadge() {
  return (
    <span className="inline-flex shrink-0 items-center rounded-full border border-warning px-2 text-xs font-semibold text-warning">
      Suspected
    </span>
  );
}
