import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** Its name; or the id of the heading that names it. */
  label?: string;
  labelledBy?: string;
  className: string;
  children: ReactNode;
}

/** What scrolls has to be reachable without a pointer (WCAG 2.1.1), and to say what it is. */
export function ScrollRegion({ label, labelledBy, className, children }: ScrollRegionProps) {
  return (
    <div
      role="region"
      aria-label={label}
      aria-labelledby={labelledBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}
