import { cx } from "../ui/cx.ts";
import contoursUrl from "./contours.svg?url";

interface ContoursProps {
  className?: string;
  /** Which part stays in sight when the frame is wider or flatter than the picture. */
  keep?: "top" | "middle";
}

/**
 * Depth contours, decoration only. Drawn by reference, not as a mask or background: each theme colours them all the same, and
 * no picture that comes after the words is the largest thing the page is waiting for.
 */
export function Contours({ className, keep = "top" }: ContoursProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1600 1000"
      preserveAspectRatio={keep === "top" ? "xMaxYMin slice" : "xMaxYMid slice"}
      className={cx("contours absolute inset-0 size-full", className)}
    >
      <use href={`${contoursUrl}#contours`} />
    </svg>
  );
}
