import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface ContainerProps {
  children: ReactNode;
  /** `text` is narrower: under 70 characters a line, for running text and forms. */
  width?: "page" | "text";
  className?: string;
}

/** Centers content: at most 1200 px wide, with the gutter at both sides. */
export function Container({ children, width = "page", className }: ContainerProps) {
  return (
    <div
      className={cx(
        "mx-auto w-full px-(--gutter)",
        width === "page" ? "max-w-[79rem]" : "max-w-[48rem]",
        className,
      )}
    >
      {children}
    </div>
  );
}

interface SectionProps {
  children: ReactNode;
  tone?: "paper" | "tint";
  id?: string;
  labelledBy?: string;
  className?: string;
}

/** A full-width section with the vertical padding of the page, optionally on a colored background. */
export function Section({ children, tone = "paper", id, labelledBy, className }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={labelledBy}
      className={cx("section-block", tone === "tint" && "bg-tint", className)}
    >
      {children}
    </section>
  );
}
