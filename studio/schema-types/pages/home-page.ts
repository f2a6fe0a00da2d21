import { HomeIcon } from "@sanity/icons/Home";
import { defineField } from "sanity";
import { definePage, references, requiredString, unique } from "../fields.ts";

const paragraph = (name: string, title: string) => defineField({ name, title, type: "text", rows: 2 });
const chosen = (...field: Parameters<typeof references>) => ({
  ...references(...field),
  validation: unique,
});

export const homePage = definePage({
  name: "homePage",
  title: "Home page",
  icon: HomeIcon,
  fields: [
    requiredString("headline", "Headline", { max: 90, description: "Types itself on the page." }),
    paragraph("subheadline", "Opening sentence"),
    defineField({ name: "primaryCta", title: "First button", type: "cta" }),
    defineField({ name: "secondaryCta", title: "Second button", type: "cta" }),
    defineField({ name: "heroImage", title: "Picture beside the headline", type: "imageWithAlt" }),
    requiredString("servicesHeading", "Services: heading"),
    paragraph("servicesIntro", "Services: opening sentence"),
    requiredString("projectsHeading", "Projects: heading"),
    paragraph("projectsIntro", "Projects: opening sentence"),
    chosen("featuredProjects", "Featured projects", "project"),
    requiredString("testimonialsHeading", "Testimonials: heading"),
    chosen("testimonials", "Testimonials", "testimonial"),
    requiredString("statisticsHeading", "Figures: heading"),
    paragraph("statisticsIntro", "Figures: opening sentence"),
    chosen("statistics", "Figures", "statistic"),
    defineField({
      name: "closing",
      title: "Last word",
      type: "object",
      fields: [
        requiredString("heading", "Heading"),
        defineField({ name: "text", type: "text", rows: 2 }),
        defineField({ name: "cta", title: "Button", type: "cta" }),
      ],
    }),
  ],
  preview: {
    select: { subtitle: "headline" },
    prepare: ({ subtitle }) => ({ title: "Home page", subtitle }),
  },
});
