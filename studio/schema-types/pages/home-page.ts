import { HomeIcon } from "@sanity/icons/Home";
import { defineArrayMember, defineField, defineType } from "sanity";
import { pageGroups, requiredString, seoField } from "../fields.ts";
import { warnUnpublished } from "../link-rules.ts";

const references = (name: string, title: string, to: string) =>
  defineField({
    name,
    title,
    type: "array",
    group: "content",
    of: [defineArrayMember({ type: "reference", to: [{ type: to }], validation: warnUnpublished })],
    validation: (rule) => rule.unique(),
  });

const line = (name: string, title: string) => ({ ...requiredString(name, title), group: "content" });
const paragraph = (name: string, title: string) =>
  defineField({ name, title, type: "text", rows: 2, group: "content" });

export const homePage = defineType({
  name: "homePage",
  title: "Home page",
  icon: HomeIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    {
      ...requiredString("headline", "Headline", 90),
      group: "content",
      description: "Types itself on the page.",
    },
    paragraph("subheadline", "Opening sentence"),
    defineField({ name: "primaryCta", title: "First button", type: "cta", group: "content" }),
    defineField({ name: "secondaryCta", title: "Second button", type: "cta", group: "content" }),
    defineField({
      name: "heroImage",
      title: "Picture beside the headline",
      type: "imageWithAlt",
      group: "content",
    }),
    line("servicesHeading", "Services: heading"),
    paragraph("servicesIntro", "Services: opening sentence"),
    line("projectsHeading", "Projects: heading"),
    paragraph("projectsIntro", "Projects: opening sentence"),
    references("featuredProjects", "Featured projects", "project"),
    line("testimonialsHeading", "Testimonials: heading"),
    references("testimonials", "Testimonials", "testimonial"),
    line("statisticsHeading", "Figures: heading"),
    paragraph("statisticsIntro", "Figures: opening sentence"),
    references("statistics", "Figures", "statistic"),
    defineField({
      name: "closing",
      title: "Last word",
      type: "object",
      group: "content",
      fields: [
        requiredString("heading", "Heading"),
        defineField({ name: "text", type: "text", rows: 2 }),
        defineField({ name: "cta", title: "Button", type: "cta" }),
      ],
    }),
    seoField,
  ],
  preview: {
    select: { subtitle: "headline" },
    prepare: ({ subtitle }) => ({ title: "Home page", subtitle }),
  },
});
