import { BlockContentIcon } from "@sanity/icons/BlockContent";
import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { ChartUpwardIcon } from "@sanity/icons/ChartUpward";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { ImageIcon } from "@sanity/icons/Image";
import { LaunchIcon } from "@sanity/icons/Launch";
import { ProjectsIcon } from "@sanity/icons/Projects";
import { WrenchIcon } from "@sanity/icons/Wrench";
import { defineArrayMember, defineField, defineType, type FieldDefinition, type PreviewConfig } from "sanity";
import {
  choiceField,
  introField,
  pictureRequired,
  references,
  required,
  requiredString,
  switchField,
  unique,
} from "../fields.ts";
import { firstWords } from "./text-blocks.ts";

// The sections of which editors make the home page and pages of their own; the site renders them in app/pages/sections/.

const hidden = switchField({
  name: "isHidden",
  title: "Hidden",
  description: "The section keeps its place and its words, and is not on the page.",
  unset: false,
});

/** Returns a section. The list of sections names it by its heading, or else by its first words. */
function section(name: string, title: string, icon: typeof ImageIcon, fields: FieldDefinition[]) {
  const preview: PreviewConfig = {
    select: { heading: "heading", text: "text", media: "image", isHidden: "isHidden" },
    prepare: ({ heading, text, media, isHidden }) => ({
      title: heading ?? firstWords(text),
      subtitle: isHidden ? `${title}, hidden` : title,
      media,
    }),
  };
  return defineType({ name, title, type: "object", icon, fields: [...fields, hidden], preview });
}

const heading = requiredString("heading", "Heading");
const text = defineField({ name: "text", type: "portableText", validation: required });

/** Returns a section that shows documents of a collection: the chosen ones, or all of them. */
const collectionSection = (name: string, title: string, icon: typeof ImageIcon, to: string) =>
  section(name, title, icon, [
    heading,
    introField,
    {
      ...references("chosen", title, to),
      description: "Empty: all of them, in their order.",
      validation: unique,
    },
  ]);

export const sectionTypes = [
  section("textSection", "Text", BlockContentIcon, [text]),
  section("pictureSection", "Picture and text", ImageIcon, [
    defineField({ name: "image", title: "Picture", type: "imageWithAlt", validation: pictureRequired }),
    text,
    choiceField("side", ["left", "right"], { title: "Picture on the", initialValue: "right" }),
  ]),
  collectionSection("servicesSection", "Services", WrenchIcon, "pageService"),
  collectionSection("projectsSection", "Projects", ProjectsIcon, "project"),
  collectionSection("testimonialsSection", "Testimonials", BlockquoteIcon, "testimonial"),
  collectionSection("figuresSection", "Figures", ChartUpwardIcon, "statistic"),
  section("callToActionSection", "Call to action", LaunchIcon, [
    heading,
    defineField({ name: "text", type: "text", rows: 2 }),
    defineField({ name: "cta", title: "Button", type: "cta" }),
  ]),
  section("formSection", "Form", EnvelopeIcon, [
    heading,
    introField,
    choiceField(
      "form",
      [
        { title: "Contact message", value: "contact" },
        { title: "Newsletter", value: "newsletter" },
      ],
      { initialValue: "contact", validation: required },
    ),
  ]),
];

interface StoredSection {
  form?: string;
  heading?: string;
  isHidden?: boolean;
}

const visible = (sections: unknown): StoredSection[] =>
  ((sections ?? []) as StoredSection[]).filter(({ isHidden }) => !isHidden);

/** Returns true, or why the sections cannot be published. Two forms of a kind would share the ids of their fields. */
function validateSections(sections: unknown): true | string {
  const forms = visible(sections).flatMap(({ form }) => form ?? []);
  return new Set(forms).size === forms.length || "A page has each form once";
}

/** Returns true, or a warning if two sections have the same heading. Screen readers list sections by heading. */
function findSameHeadings(sections: unknown): true | string {
  const headings = visible(sections).flatMap(({ heading }) => heading?.trim() || []);
  const twice = headings.find((heading, index) => headings.indexOf(heading) !== index);
  return twice === undefined || `Two sections have the heading "${twice}": give each its own`;
}

/** The sections of a page, in their order. */
export const sectionsField = defineField({
  name: "sections",
  type: "array",
  of: sectionTypes.map(({ name }) => defineArrayMember({ type: name })),
  validation: (rule) => [
    rule.required().min(1).custom(validateSections),
    rule.custom(findSameHeadings).warning(),
  ],
});
