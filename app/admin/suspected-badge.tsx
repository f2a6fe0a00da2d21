/** Marks what was probably sent by a program; its detail says why. */
export function SuspectedBadge() {
  return (
    <span className="ml-2 inline-flex w-fit items-center rounded-full border border-warning px-2 text-xs font-semibold text-warning max-sm:mb-2 max-sm:ml-0 max-sm:flex">
      Suspected
    </span>
  );
}
