import { defineArrayMember, defineField, defineType } from "sanity";
import { Pasting } from "../../pasting/pasting.tsx";
import { pictureRequired } from "../fields.ts";
import { requiredLink } from "../link-rules.ts";
import { codeBlock, paragraphs, table, textBlockTypes } from "./text-blocks.ts";

/** Returns whether a field belongs to an item of a list. Pictures are items of texts only, where captions are shown. */
const isInText = (path: readonly unknown[]): boolean => typeof path.at(-2) === "object";

const imageWithAlt = defineType({
  name: "imageWithAlt",
  title: "Image",
  type: "image",
  options: { hotspot: true, metadata: ["lqip", "palette", "blurhash"] },
  fields: [
    defineField({
      name: "alt",
      title: "Alternative text",
      type: "string",
      description: "What the picture shows, for those who do not see it.",
      validation: (rule) =>
        rule.custom((alt, context) => {
          const { asset } = (context.parent ?? {}) as { asset?: unknown };
          return !asset || Boolean(alt?.trim()) || "Every picture needs an alternative text";
        }),
    }),
    defineField({ name: "caption", type: "string", hidden: ({ path }) => !isInText(path) }),
  ],
  preview: { select: { title: "alt", subtitle: "caption", media: "asset" } },
});

const seo = defineType({
  name: "seo",
  title: "Search and sharing",
  type: "object",
  fields: [
    defineField({
      name: "title",
      type: "string",
      // Every page has a title of its own: a default would never be shown.
      hidden: ({ document }) => document?._type === "siteSettings",
      validation: (rule) => rule.max(60).warning("Search results cut titles at about 60 characters"),
    }),
    defineField({
      name: "description",
      type: "text",
      rows: 3,
      validation: (rule) => rule.max(155).warning("Search results cut descriptions at about 155 characters"),
    }),
    defineField({
      name: "image",
      title: "Picture when shared",
      type: "imageWithAlt",
      description: "Without one the site draws one with the page’s heading.",
    }),
  ],
});

const cta = defineType({
  name: "cta",
  title: "Button",
  type: "object",
  fields: [
    defineField({ name: "label", type: "string", validation: (rule) => rule.required().max(40) }),
    requiredLink,
  ],
  preview: { select: { title: "label", subtitle: "href" } },
});

const text = defineType({
  name: "portableText",
  title: "Text",
  type: "array",
  components: { portableText: { plugins: Pasting } },
  of: [
    paragraphs,
    // The site leaves out a picture that was never chosen, words and all.
    defineArrayMember({ type: "imageWithAlt", validation: pictureRequired }),
    table,
    codeBlock,
    defineArrayMember({ type: "gallery" }),
    defineArrayMember({ type: "video" }),
    defineArrayMember({ type: "note" }),
  ],
});

export const objectTypes = [imageWithAlt, seo, cta, text, ...textBlockTypes];
