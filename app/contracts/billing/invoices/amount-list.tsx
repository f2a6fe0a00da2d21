import type { AmountRow } from "../../../model/contracts/amounts.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { cx } from "../../../ui/cx.ts";

export function AmountList({ rows, className = "" }: { rows: readonly AmountRow[]; className?: string }) {
  return (
    <dl className={className}>
      {rows.map(({ label, cents, isSum, note = "" }) => (
        <div
          // Two payments can have the same date as their label.
          key={label + note}
          className={cx(
            "flex flex-wrap items-baseline justify-between gap-x-4 py-1",
            isSum && "font-semibold text-ink",
          )}
        >
          <dt>{label}</dt>
          <dd className="figures">{formatCents(cents)}</dd>
          {note ? <dd className="-mt-0.5 basis-full text-sm font-normal text-ink-faint">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
