import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type BadgeTone = "primary" | "secondary" | "success" | "warning" | "danger";

const TONES: Record<BadgeTone, string> = {
  primary: "border-accent bg-accent-tint text-accent-strong",
  secondary: "border-line bg-tint text-ink-soft",
  success: "border-success bg-success-tint text-success",
  warning: "border-warning bg-warning-tint text-warning",
  danger: "border-danger bg-danger-tint text-danger",
};

/** A short word of state. The word carries the meaning, the colour only repeats it. */
export function Badge({ children, tone = "secondary" }: { children: ReactNode; tone?: BadgeTone }) {
  return (
    <span
      className={cx(
        "inline-flex items-center rounded-full border px-2.5 py-0.5 text-xs font-semibold",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
