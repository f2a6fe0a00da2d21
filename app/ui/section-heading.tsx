import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface SectionHeadingProps {
  title: ReactNode;
  /** Id of the heading element, for `aria-labelledby`. */
  id?: string;
  eyebrow?: ReactNode;
  intro?: ReactNode;
  level?: 1 | 2;
  className?: string;
  /** Attributes for editors who preview (`useEditable`). */
  editable?: { "data-sanity"?: string };
}

/** Eyebrow, heading and introduction of a page (level 1) or a section (level 2). */
export function SectionHeading({
  title,
  id,
  eyebrow,
  intro,
  level = 2,
  className,
  editable,
}: SectionHeadingProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div {...editable} className={cx("max-w-[44rem]", className)}>
      {eyebrow ? <p className="mb-4 text-sm font-semibold text-accent">{eyebrow}</p> : null}
      <Heading id={id} className={cx("tight", level === 1 ? "text-4xl" : "text-3xl")}>
        {title}
      </Heading>
      {intro ? <p className="mt-5 max-w-[34em] text-balance text-lg text-ink-soft">{intro}</p> : null}
    </div>
  );
}
