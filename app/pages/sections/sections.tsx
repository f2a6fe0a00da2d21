import { sectionField, type EditableDocument } from "../../content/editable.ts";
import type { ContactFormView } from "../../forms/contact/messages.ts";
import { Closing } from "./closing.tsx";
import { FormSection, WrittenSection } from "./late-sections.ts";
import { Projects } from "./projects.tsx";
import type { PageSection } from "./section-types.ts";
import { Services } from "./services.tsx";
import { Statistics } from "./statistics.tsx";
import { Testimonials } from "./testimonials.tsx";

interface PageSectionsProps {
  /** Document and type of the page. */
  page: EditableDocument;
  sections: readonly PageSection[];
  /** Null when the page has no contact form. */
  contactForm: ContactFormView | null;
  /** How many sections may have a picture that a visitor sees first. */
  early?: number;
}

/** The sections of a page, as an editor arranged them. */
export function PageSections({ page, sections, contactForm, early = 0 }: PageSectionsProps) {
  return (
    <div className="joined-sections">
      {sections.map((section, index) => (
        <SectionView
          key={section._key}
          page={page}
          section={section}
          contactForm={contactForm}
          isEarly={index < early}
        />
      ))}
    </div>
  );
}

interface SectionViewProps extends Pick<PageSectionsProps, "page" | "contactForm"> {
  section: PageSection;
  isEarly: boolean;
}

function SectionView({ page, section, contactForm, isEarly }: SectionViewProps) {
  const shows = (name: string) => sectionField(page, section._key, name);
  if ("headings" in section) return <WrittenSection section={section} shows={shows} isEarly={isEarly} />;
  const texts = { ...section, shows: shows("heading") };
  switch (section._type) {
    case "servicesSection":
      return <Services texts={texts} services={section.services ?? []} />;
    case "projectsSection":
      return <Projects texts={texts} projects={section.projects ?? []} />;
    case "testimonialsSection":
      return <Testimonials texts={texts} testimonials={section.testimonials ?? []} />;
    case "figuresSection":
      return <Statistics texts={texts} statistics={section.statistics ?? []} />;
    case "callToActionSection":
      return <Closing closing={section} id={section.id} page={page} />;
    case "formSection":
      return <FormSection form={section.form} texts={texts} contactForm={contactForm} />;
  }
}
