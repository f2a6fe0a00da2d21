import type { ComponentProps, ReactNode } from "react";
import { useEditable, type EditableField } from "../content/editable.ts";
import { Container, Section } from "../ui/container.tsx";
import { SectionHeading } from "../ui/section-heading.tsx";
import { Contours } from "./drawings.tsx";

interface PageHeaderProps {
  heading: string;
  eyebrow?: string | null;
  intro?: string | null;
  /** The field that the heading shows, for editors who preview. */
  shows?: EditableField;
  children?: ReactNode;
}

export interface SectionTexts {
  id: string;
  heading: string;
  intro?: string | null;
  shows: EditableField;
}

/** The heading of a section, which opens its field for editors who preview. */
export function SectionHeader({ id, heading, intro, shows }: SectionTexts) {
  const edit = useEditable();
  return <SectionHeading id={id} title={heading} intro={intro} editable={edit(shows)} />;
}

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
export function PageHeader({ heading, eyebrow, intro, shows, children }: PageHeaderProps) {
  const edit = useEditable();
  return (
    <header className="page-header">
      {/* Fainter on phones, where the contours are behind the text. */}
      <Contours className="-z-10 max-md:opacity-50" />
      <Container>
        <SectionHeading
          level={1}
          title={heading}
          eyebrow={eyebrow}
          intro={intro}
          {...(shows ? { editable: edit(shows) } : {})}
        />
        {children}
      </Container>
    </header>
  );
}
