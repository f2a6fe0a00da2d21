import type { ReactNode } from "react";

interface LineIconProps {
  /** Size of the square view box. */
  box?: number;
  /** Width of the line, in units of the view box. */
  stroke?: number;
  className?: string | undefined;
  children: ReactNode;
}

/** A decorative icon of rounded lines in the color of the text. */
export function LineIcon({ box = 24, stroke = 1.75, className, children }: LineIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${box} ${box}`}
      // without the style sheet: as wide as the page
      width={box}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function CloseIcon() {
  return (
    <LineIcon className="size-5">
      <path d="M5 5l14 14M19 5L5 19" />
    </LineIcon>
  );
}
