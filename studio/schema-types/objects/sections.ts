import { BlockContentIcon } from "@sanity/icons/BlockContent";
import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { ChartUpwardIcon } from "@sanity/icons/ChartUpward";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { ImageIcon } from "@sanity/icons/Image";
import { LaunchIcon } from "@sanity/icons/Launch";
import { ProjectsIcon } from "@sanity/icons/Projects";
import { WrenchIcon } from "@sanity/icons/Wrench";
import { defineField, defineType, type FieldDefinition, type PreviewConfig } from "sanity";
import {
  choiceField,
  introField,
  pictureRequired,
  references,
  required,
  requiredString,
  unique,
} from "../fields.ts";
import { firstWords } from "./text-blocks.ts";

// The sections of which editors make pages; the site renders them in app/pages/custom-page/.

/** Returns a section. The list of sections names it by its heading, or else by its first words. */
function section(name: string, title: string, icon: typeof ImageIcon, fields: FieldDefinition[]) {
  const preview: PreviewConfig = {
    select: { heading: "heading", text: "text", media: "image" },
    prepare: ({ heading, text, media }) => ({ title: heading ?? firstWords(text), subtitle: title, media }),
  };
  return defineType({ name, title, type: "object", icon, fields, preview });
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
