import { useEditable, type EditableField } from "../../content/editable.ts";
import { hasPicture } from "../../content/image-url.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { headingsOf, takenIds, uniqueHeadingId, type Heading } from "../../content/rich-text.ts";
import { ContactForm } from "../../forms/contact/contact-form.tsx";
import type { ContactFormView } from "../../forms/contact/messages.ts";
import { PageForm } from "../../forms/newsletter/page-form.tsx";
import { SectionHeader, type SectionTexts } from "../../site/page-header.tsx";
import { useSite } from "../../site/site-data.ts";
import { Container, Section } from "../../ui/container.tsx";
import { cx } from "../../ui/cx.ts";
import { Closing } from "../home/closing.tsx";
import { Projects } from "../home/projects.tsx";
import { Services } from "../home/services.tsx";
import { Statistics } from "../home/statistics.tsx";
import { Testimonials } from "../home/testimonials.tsx";
import type { CustomPageData, PageSection } from "./query.ts";

type Of<Type extends PageSection["_type"]> = Extract<PageSection, { _type: Type }>;

interface PageSectionsProps {
  page: CustomPageData;
  /** Null when the page has no contact form. */
  contactForm: ContactFormView | null;
}

interface Place {
  id: string;
  /** The headings of the section's own text. */
  headings: readonly Heading[];
}

/** Returns the ids of all headings, each once on the page, by the key of their section. */
function placesOf(sections: readonly PageSection[]): ReadonlyMap<string, Place> {
  const given = takenIds();
  return new Map(
    sections.map((section) => [
      section._key,
      "heading" in section
        ? { id: uniqueHeadingId(section.heading ?? "", given), headings: [] }
        : { id: "", headings: headingsOf(section.text, given) },
    ]),
  );
}

/** A picture in these may be what a visitor sees first, also below a short text on a phone. */
const EARLY_SECTIONS = 2;

/** Two forms of a kind would share the ids of their fields. The Studio refuses them; the site shows the first. */
function isFirstOfItsForm(section: PageSection, index: number, all: readonly PageSection[]): boolean {
  if (section._type !== "formSection") return true;
  return all.findIndex((one) => one._type === "formSection" && one.form === section.form) === index;
}

/** The sections of a page that editors made, in the components of the other pages. */
export function PageSections({ page, contactForm }: PageSectionsProps) {
  const places = placesOf(page.sections);
  return (
    <div className="joined-sections">
      {page.sections.filter(isFirstOfItsForm).map((section, index) => (
        <PageSectionView
          key={section._key}
          section={section}
          place={places.get(section._key) ?? { id: "", headings: [] }}
          pageId={page._id}
          isEarly={index < EARLY_SECTIONS}
          contactForm={contactForm}
        />
      ))}
    </div>
  );
}

interface SectionViewProps {
  section: PageSection;
  place: Place;
  pageId: string;
  isEarly: boolean;
  contactForm: ContactFormView | null;
}

function PageSectionView({ section, place, pageId, isEarly, contactForm }: SectionViewProps) {
  const shows = (field: string): EditableField => ({
    id: pageId,
    type: "page",
    path: `sections[_key=="${section._key}"].${field}`,
  });
  const { id, headings } = place;
  const texts = (one: { heading: string; intro: string | null }): SectionTexts => ({
    id,
    heading: one.heading,
    intro: one.intro,
    shows: shows("heading"),
  });
  switch (section._type) {
    case "textSection":
      return <Text section={section} headings={headings} shows={shows("text")} />;
    case "pictureSection":
      return <PictureAndText section={section} headings={headings} shows={shows("text")} isEarly={isEarly} />;
    case "servicesSection":
      return <Services texts={texts(section)} services={section.services ?? []} />;
    case "projectsSection":
      return <Projects texts={texts(section)} projects={section.projects ?? []} />;
    case "testimonialsSection":
      return <Testimonials texts={texts(section)} testimonials={section.testimonials ?? []} />;
    case "figuresSection":
      return <Statistics texts={texts(section)} statistics={section.statistics ?? []} />;
    case "callToActionSection":
      return <Closing closing={section} id={id} shows={shows("heading")} />;
    case "formSection":
      return <FormOf section={section} texts={texts(section)} contactForm={contactForm} />;
  }
}

interface TextProps<Type extends PageSection["_type"]> {
  section: Of<Type>;
  headings: readonly Heading[];
  shows: EditableField;
}

function Text({ section, headings, shows }: TextProps<"textSection">) {
  const edit = useEditable();
  return (
    <Section>
      <Container>
        <div {...edit(shows)} className="prose">
          <PortableText value={section.text} headings={headings} />
        </div>
      </Container>
    </Section>
  );
}

function PictureAndText({
  section,
  headings,
  shows,
  isEarly,
}: TextProps<"pictureSection"> & { isEarly: boolean }) {
  const edit = useEditable();
  const { image, text, side } = section;
  return (
    <Section>
      <Container className={cx("grid items-center gap-x-16 gap-y-12", hasPicture(image) && "lg:grid-cols-2")}>
        <div {...edit(shows)} className="prose">
          <PortableText value={text} headings={headings} />
        </div>
        {hasPicture(image) ? (
          <ContentImage
            image={image}
            sizes="(min-width: 80rem) 576px, (min-width: 64rem) 48vw, 100vw"
            size="story"
            priority={isEarly}
            className={cx("rounded-xl max-lg:order-first", side === "left" && "lg:order-first")}
          />
        ) : null}
      </Container>
    </Section>
  );
}

interface FormOfProps {
  section: Of<"formSection">;
  texts: SectionTexts;
  contactForm: ContactFormView | null;
}

/** A form that posts to the page of its own, where visitors without scripts see what became of it. */
function FormOf({ section, texts, contactForm }: FormOfProps) {
  const email = useSite()?.settings.email ?? "";
  return (
    <Section labelledBy={texts.id}>
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <SectionHeader {...texts} />
        {section.form === "contact" && contactForm ? <ContactForm email={email} form={contactForm} /> : null}
        {section.form === "newsletter" ? (
          <div className="max-w-md">
            <PageForm />
          </div>
        ) : null}
      </Container>
    </Section>
  );
}
