import type { ComponentProps, ReactNode } from "react";
import { useEditable, type EditableField } from "../content/editable.ts";
import { Container, Section } from "../ui/container.tsx";
import { Contours } from "./drawings.tsx";

interface HeadingProps {
  heading: string;
  /** Id of the heading element, for `aria-labelledby`. */
  id?: string;
  eyebrow?: string | null;
  intro?: string | null;
  /** The field that the heading shows, for editors who preview. */
  shows?: EditableField | undefined;
  level?: 1 | 2;
}

/** Eyebrow, heading and introduction of a page (level 1) or a section (level 2). */
export function SectionHeader({ heading, id, eyebrow, intro, shows, level = 2 }: HeadingProps) {
  const edit = useEditable();
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div {...(shows && edit(shows))} className="max-w-[44rem]">
      {eyebrow ? <p className="mb-4 text-sm font-semibold text-accent">{eyebrow}</p> : null}
      <Heading id={id} className={level === 1 ? "tight text-4xl" : "tight text-3xl"}>
        {heading}
      </Heading>
      {intro ? <p className="mt-5 max-w-[34em] text-balance text-lg text-ink-soft">{intro}</p> : null}
    </div>
  );
}

export type SectionTexts = Required<Pick<HeadingProps, "id" | "heading" | "shows">> &
  Pick<HeadingProps, "intro">;

type HeadedSectionProps = ComponentProps<typeof Section> & { texts: SectionTexts };

/** A section under its heading, which names it. */
export function HeadedSection({ texts, children, ...section }: HeadedSectionProps) {
  return (
    <Section {...section} labelledBy={texts.id}>
      <Container>
        <SectionHeader {...texts} />
        {children}
      </Container>
    </Section>
  );
}

/** The header of every page but the home page, below the fixed bar, with contours in the background. */
export function PageHeader({ children, ...heading }: Omit<HeadingProps, "level"> & { children?: ReactNode }) {
  return (
    <header className="page-header">
      {/* Fainter on phones, where the contours are behind the text. */}
      <Contours className="-z-10 max-md:opacity-50" />
      <Container>
        <SectionHeader {...heading} level={1} />
        {children}
      </Container>
    </header>
  );
}
