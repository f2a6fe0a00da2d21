/** Marks what was probably sent by a program; its detail says why. */
export function SuspectedBadge() {
  return (
    <span className="inline-flex shrink-0 items-center rounded-full border border-warning px-2 text-xs font-semibold text-warning">
      Suspected
    </span>
  );
}
