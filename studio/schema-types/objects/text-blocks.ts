import { codeSchema } from "@sanity/code-input";
import { BellIcon } from "@sanity/icons/Bell";
import { CodeBlockIcon } from "@sanity/icons/CodeBlock";
import { ImagesIcon } from "@sanity/icons/Images";
import { PlayIcon } from "@sanity/icons/Play";
import { ThListIcon } from "@sanity/icons/ThList";
import { defineArrayMember, defineField, defineType, type BlockDefinition } from "sanity";
import { CODE_LANGUAGES } from "../../../app/model/code-languages.ts";
import { videoAddress, VIDEO_ADDRESS_INVALID } from "../../../app/model/video-address.ts";
import { choiceField, galleryField, required, requiredString } from "../fields.ts";
import { requiredLink } from "../link-rules.ts";

// What a text can hold besides paragraphs; the site renders it in app/content/portable-text.tsx.

const marks: NonNullable<BlockDefinition["marks"]> = {
  decorators: [
    { title: "Strong", value: "strong" },
    { title: "Emphasis", value: "em" },
    { title: "Code", value: "code" },
  ],
  annotations: [{ name: "link", type: "object", fields: [requiredLink] }],
};
const lists = [
  { title: "Bullets", value: "bullet" },
  { title: "Numbers", value: "number" },
];
const normal = { title: "Normal", value: "normal" };

/** Paragraphs, lists and headings. */
export const paragraphs = defineArrayMember({
  type: "block",
  styles: [
    normal,
    { title: "Heading 2", value: "h2" },
    { title: "Heading 3", value: "h3" },
    { title: "Quote", value: "blockquote" },
  ],
  lists,
  marks,
});

/** Paragraphs within a block: a heading there would not be in the page's contents. */
const innerParagraphs = defineArrayMember({ type: "block", styles: [normal], lists, marks });

/** Names and nesting are those of the Studio's own table (pasting.tsx turns it on). */
export const table = defineArrayMember({
  name: "table",
  title: "Table",
  type: "object",
  icon: ThListIcon,
  fields: [
    defineField({ name: "headerRows", type: "number" }),
    defineField({
      name: "rows",
      type: "array",
      of: [
        defineArrayMember({
          name: "row",
          type: "object",
          fields: [
            defineField({
              name: "cells",
              type: "array",
              of: [
                defineArrayMember({
                  name: "cell",
                  type: "object",
                  fields: [defineField({ name: "value", type: "array", of: [innerParagraphs] })],
                }),
              ],
            }),
          ],
        }),
      ],
    }),
  ],
  preview: {
    select: { rows: "rows" },
    prepare: ({ rows = {} }) => ({ title: `Table of ${Object.keys(rows as object).length} rows` }),
  },
});

/** The type of @sanity/code-input. Its editor marks lines and names files, which the site does not show. */
const code = {
  ...codeSchema,
  icon: CodeBlockIcon,
  fields: codeSchema.fields.map((field) =>
    ["highlightedLines", "filename"].includes(field.name) ? { ...field, hidden: true } : field,
  ),
};

export const codeBlock = defineArrayMember({
  type: "code",
  title: "Code",
  options: {
    language: "text",
    languageAlternatives: [...CODE_LANGUAGES],
  },
  validation: (rule) =>
    rule.custom((value?: { code?: string }) => Boolean(value?.code?.trim()) || "Write some code"),
});

interface Block {
  children?: { text?: string }[];
}

/** Returns the words of a text's first paragraph, which name it where it is one of many. */
export const firstWords = (text: Block[] = []): string =>
  text[0]?.children?.map(({ text: words }) => words).join("") ?? "";

const gallery = defineType({
  name: "gallery",
  title: "Gallery",
  type: "object",
  icon: ImagesIcon,
  fields: [galleryField("pictures", { min: 2 })],
  preview: {
    select: { first: "pictures.0.alt", media: "pictures.0" },
    prepare: ({ first, media }) => ({ title: "Gallery", subtitle: first, media }),
  },
});

const note = defineType({
  name: "note",
  title: "Note",
  type: "object",
  icon: BellIcon,
  fields: [
    choiceField(
      "tone",
      [
        { title: "Information", value: "info" },
        { title: "Warning", value: "warning" },
      ],
      { initialValue: "info", validation: required },
    ),
    defineField({
      name: "text",
      type: "array",
      of: [innerParagraphs],
      validation: (rule) => rule.required().min(1),
    }),
  ],
  preview: {
    select: { text: "text", tone: "tone" },
    prepare: ({ text, tone }) => ({
      title: firstWords(text),
      subtitle: tone === "warning" ? "Warning" : "Note",
    }),
  },
});

const hasFile = (parent: unknown): boolean =>
  Boolean((parent as { file?: { asset?: unknown } } | undefined)?.file?.asset);

const video = defineType({
  name: "video",
  title: "Video",
  type: "object",
  icon: PlayIcon,
  fields: [
    {
      ...requiredString("title", "Title", { max: 120 }),
      description: "What is seen. Read by screen readers and searched.",
    },
    defineField({
      name: "url",
      title: "Address at YouTube or Vimeo",
      type: "string",
      description: "Such as https://www.youtube.com/watch?v=aqz-KE-bpKQ. Or choose a file below.",
      hidden: ({ parent, value }) => !value && hasFile(parent),
      validation: (rule) =>
        rule.custom((url, { parent }) => {
          if (!url) return hasFile(parent) || "An address, or a file";
          return videoAddress(url) !== null || VIDEO_ADDRESS_INVALID;
        }),
    }),
    defineField({
      name: "file",
      type: "file",
      description: "MP4 or WebM. The site sends it itself.",
      options: { accept: "video/mp4,video/webm" },
      hidden: ({ parent, value }) => !value && Boolean(parent?.url),
    }),
    defineField({
      name: "captions",
      type: "file",
      description: "Subtitles of a file, as WebVTT (.vtt).",
      options: { accept: ".vtt" },
      hidden: ({ parent, value }) => !value && !hasFile(parent),
    }),
    defineField({
      name: "poster",
      title: "Still picture",
      // The title says what is seen.
      type: "image",
      options: { hotspot: true, metadata: ["lqip"] },
      description: "Shown until somebody presses play. Without one a plain plate.",
    }),
  ],
  preview: {
    select: { title: "title", subtitle: "url", media: "poster" },
    prepare: ({ title, subtitle, media }) => ({ title, subtitle: subtitle ?? "A file", media }),
  },
});

export const textBlockTypes = [code, gallery, note, video];
