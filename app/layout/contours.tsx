import { cx } from "../ui/cx.ts";
import contoursUrl from "./contours.svg?url";
import { Late } from "./late.tsx";

interface ContoursProps {
  className?: string;
  /** Which part stays in sight when the frame is wider or flatter than the picture. */
  keep?: "top" | "middle";
}

/**
 * Depth contours, decoration only. An SVG reference, not a mask or background image: browsers would count those as the largest
 * picture of the page.
 */
export function Contours({ className, keep = "top" }: ContoursProps) {
  return (
    <Late withoutScripts>
      <svg
        aria-hidden="true"
        viewBox="0 0 1600 1000"
        preserveAspectRatio={keep === "top" ? "xMaxYMin slice" : "xMaxYMid slice"}
        className={cx("contours absolute inset-0 size-full", className)}
      >
        <use href={`${contoursUrl}#contours`} />
      </svg>
    </Late>
  );
}
