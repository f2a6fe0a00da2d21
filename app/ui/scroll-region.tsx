import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** Accessible name, unless `labelledBy` is the id of a heading. */
  label?: string;
  labelledBy?: string;
  className: string;
  children: ReactNode;
}

/** A named scrollable region that can be scrolled with the keyboard (WCAG 2.1.1). */
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
