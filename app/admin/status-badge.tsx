import { isAdminStatus, STATUS_LABELS } from "../model/admin-status.ts";
import { isPaymentFilter, PAYMENT_LABELS, type PaymentFilter } from "../model/contracts/payment-state.ts";
import { cx } from "../ui/cx.ts";

const BADGE = "inline-flex items-center rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap";
const QUIET = "border-edge bg-transparent text-ink-soft";

/** New is a primary badge, any other value a secondary one (docs/specification.md, section 4). */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span
      data-badge={status === "new" ? "primary" : "secondary"}
      className={cx(BADGE, status === "new" ? "border-transparent bg-accent text-on-accent" : QUIET)}
    >
      {isAdminStatus(status) ? STATUS_LABELS[status] : status}
    </span>
  );
}

const PAYMENT_TONES: Partial<Record<PaymentFilter, string>> = {
  paid: "border-success bg-success-tint text-success",
  overdue: "border-danger bg-danger-tint text-danger",
  failed: "border-danger bg-danger-tint text-danger",
  waiting: "border-warning bg-warning-tint text-warning",
  due: "border-warning bg-warning-tint text-warning",
};

/** The payment state of a contract, apart from its review status, and the marks beside it. */
export function PaymentBadge({ state, marks }: { state: string; marks: readonly string[] }) {
  if (!isPaymentFilter(state)) return state;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {[PAYMENT_LABELS[state], ...marks].map((label, index) => (
        <span key={label} className={cx(BADGE, (index === 0 && PAYMENT_TONES[state]) || QUIET)}>
          {label}
        </span>
      ))}
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
