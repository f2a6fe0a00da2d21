import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CardProps {
  children: ReactNode;
  as?: "div" | "article" | "section" | "aside" | "li";
  tone?: "surface" | "tint" | "plain";
  className?: string;
  id?: string;
}

const TONES = { surface: "bg-surface", tint: "bg-tint", plain: "" };

/** A panel set off by a hairline, not by a shadow. */
export function Card({ children, as: Element = "div", tone = "surface", className, id }: CardProps) {
  return (
    <Element id={id} className={cx("rounded-xl border border-line p-6 sm:p-8", TONES[tone], className)}>
      {children}
    </Element>
  );
}
