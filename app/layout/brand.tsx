/** The mark: a disc with one sector lit, a lamp's sweep and a share of a whole at once. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className} fill="currentColor">
      <path d="M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z" />
      <path className="text-accent" fill="currentColor" d="M18 14V1a13 13 0 0 1 13 13Z" />
    </svg>
  );
}
