import { BlockContentIcon } from "@sanity/icons/BlockContent";
import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { ChartUpwardIcon } from "@sanity/icons/ChartUpward";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { ImageIcon } from "@sanity/icons/Image";
import { LaunchIcon } from "@sanity/icons/Launch";
import { ProjectsIcon } from "@sanity/icons/Projects";
import { WrenchIcon } from "@sanity/icons/Wrench";
import { defineArrayMember, defineField, defineType } from "sanity";
import { pictureRequired, requiredString } from "../fields.ts";
import { warnUnpublished } from "../link-rules.ts";

// The sections of which editors make pages; the site renders them in app/pages/custom-page/.

const introField = defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 2 });

/** Returns a section that shows documents of a collection: the chosen ones, or all of them. */
function collectionSection(name: string, title: string, icon: typeof ImageIcon, to: string) {
  return defineType({
    name,
    title,
    type: "object",
    icon,
    fields: [
      requiredString("heading", "Heading"),
      introField,
      defineField({
        name: "chosen",
        title,
        type: "array",
        description: "Empty: all of them, in their order.",
        of: [defineArrayMember({ type: "reference", to: [{ type: to }], validation: warnUnpublished })],
        validation: (rule) => rule.unique(),
      }),
    ],
    preview: { select: { title: "heading" }, prepare: (shown) => ({ ...shown, subtitle: title }) },
  });
}

interface Block {
  children?: { text?: string }[];
}

/** Returns the words of a text's first paragraph, which name its section in the list of sections. */
const firstWords = (text: Block[] = []): string =>
  text[0]?.children?.map(({ text: words }) => words).join("") ?? "";

const textSection = defineType({
  name: "textSection",
  title: "Text",
  type: "object",
  icon: BlockContentIcon,
  fields: [defineField({ name: "text", type: "portableText", validation: (rule) => rule.required() })],
  preview: {
    select: { text: "text" },
    prepare: ({ text }) => ({ title: firstWords(text), subtitle: "Text" }),
  },
});

const pictureSection = defineType({
  name: "pictureSection",
  title: "Picture and text",
  type: "object",
  icon: ImageIcon,
  fields: [
    defineField({ name: "image", title: "Picture", type: "imageWithAlt", validation: pictureRequired }),
    defineField({ name: "text", type: "portableText", validation: (rule) => rule.required() }),
    defineField({
      name: "side",
      title: "Picture on the",
      type: "string",
      options: { list: ["left", "right"], layout: "radio", direction: "horizontal" },
      initialValue: "right",
    }),
  ],
  preview: {
    select: { text: "text", media: "image" },
    prepare: ({ text, media }) => ({ title: firstWords(text), subtitle: "Picture and text", media }),
  },
});

const callToActionSection = defineType({
  name: "callToActionSection",
  title: "Call to action",
  type: "object",
  icon: LaunchIcon,
  fields: [
    requiredString("heading", "Heading"),
    defineField({ name: "text", type: "text", rows: 2 }),
    defineField({ name: "cta", title: "Button", type: "cta" }),
  ],
  preview: { select: { title: "heading" }, prepare: (shown) => ({ ...shown, subtitle: "Call to action" }) },
});

const formSection = defineType({
  name: "formSection",
  title: "Form",
  type: "object",
  icon: EnvelopeIcon,
  fields: [
    requiredString("heading", "Heading"),
    introField,
    defineField({
      name: "form",
      type: "string",
      options: {
        list: [
          { title: "Contact message", value: "contact" },
          { title: "Newsletter", value: "newsletter" },
        ],
        layout: "radio",
        direction: "horizontal",
      },
      initialValue: "contact",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "heading" }, prepare: (shown) => ({ ...shown, subtitle: "Form" }) },
});

export const sectionTypes = [
  textSection,
  pictureSection,
  collectionSection("servicesSection", "Services", WrenchIcon, "pageService"),
  collectionSection("projectsSection", "Projects", ProjectsIcon, "project"),
  collectionSection("testimonialsSection", "Testimonials", BlockquoteIcon, "testimonial"),
  collectionSection("figuresSection", "Figures", ChartUpwardIcon, "statistic"),
  callToActionSection,
  formSection,
];
