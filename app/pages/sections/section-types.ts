import type { Heading, RichText } from "../../content/rich-text.ts";
import type { HomeQueryResult } from "../../content/sanity.types.ts";

/** A section as `sectionsFragment` reads it. */
export type StoredSection = NonNullable<HomeQueryResult>["sections"][number];

/** Sections that show a text. It is typed loosely, as in `WithRichText`; `headings` are its own. */
type Written = "textSection" | "pictureSection";

/** A section with the ids of its headings, each once on the page. */
type Placed<Section extends StoredSection> = Section extends { _type: Written }
  ? Omit<Section, "text"> & { text: RichText | null; headings: Heading[] }
  : Section & { id: string };

export type PageSection = Placed<StoredSection>;
export type SectionOf<Type extends PageSection["_type"]> = Extract<PageSection, { _type: Type }>;
export type SectionProject = NonNullable<SectionOf<"projectsSection">["projects"]>[number];
export type SectionService = NonNullable<SectionOf<"servicesSection">["services"]>[number];
export type SectionTestimonial = NonNullable<SectionOf<"testimonialsSection">["testimonials"]>[number];
