import { cx } from "../../../ui/cx.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import { formatCents } from "../../../model/contracts/money.ts";

export function AmountList({ rows, className = "" }: { rows: readonly AmountRow[]; className?: string }) {
  return (
    <dl className={className}>
      {rows.map(({ label, cents, isSum }) => (
        <div
          key={label}
          className={cx("flex items-baseline justify-between gap-4 py-1", isSum && "font-semibold text-ink")}
        >
          <dt>{label}</dt>
          <dd className="figures">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
