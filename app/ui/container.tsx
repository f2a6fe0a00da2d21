import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface ContainerProps {
  children: ReactNode;
  /** `text` keeps running text and forms under 70 characters a line. */
  width?: "page" | "text";
  className?: string;
}

/** The 1200 px grid with the page's gutter. */
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
  /** Background of the band. */
  tone?: "paper" | "tint" | "surface";
  id?: string;
  labelledBy?: string;
  className?: string;
}

const TONES = { paper: "", tint: "bg-tint", surface: "bg-surface" };

/** A full-width band with the page's vertical rhythm. */
export function Section({ children, tone = "paper", id, labelledBy, className }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cx("section-block", TONES[tone], className)}>
      {children}
    </section>
  );
}
