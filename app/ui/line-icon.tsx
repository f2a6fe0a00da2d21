import type { ReactNode } from "react";

interface LineIconProps {
  /** Side of the square that it is drawn in. */
  box?: number;
  /** Of the line, in units of the box. */
  stroke?: number;
  className?: string | undefined;
  children: ReactNode;
}

/** A drawing of rounded lines in the colour of the text beside it, which says what it means. */
export function LineIcon({ box = 24, stroke = 1.75, className, children }: LineIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${box} ${box}`}
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

/** What closes a card or a dialog; the button says so. */
export function CloseIcon() {
  return (
    <LineIcon className="size-5">
      <path d="M5 5l14 14M19 5L5 19" />
    </LineIcon>
  );
}
