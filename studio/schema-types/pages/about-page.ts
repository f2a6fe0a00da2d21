import { UsersIcon } from "@sanity/icons/Users";
import { defineArrayMember, defineField, defineType } from "sanity";
import { pageGroups, requiredString, requiredText, seoField } from "../fields.ts";
import { warnUnpublished } from "../link-rules.ts";

const value = defineArrayMember({
  type: "object",
  name: "value",
  fields: [requiredString("title", "Title", 60), requiredText("text", "Text", 2)],
});

const member = defineArrayMember({
  type: "object",
  name: "member",
  fields: [
    requiredString("name", "Name"),
    requiredString("role", "Role"),
    defineField({ name: "bio", type: "text", rows: 3 }),
    defineField({ name: "photo", type: "imageWithAlt" }),
  ],
  preview: { select: { title: "name", subtitle: "role", media: "photo" } },
});

export const aboutPage = defineType({
  name: "aboutPage",
  title: "About page",
  icon: UsersIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    { ...requiredString("heading", "Heading"), group: "content" },
    defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 2, group: "content" }),
    defineField({ name: "story", type: "portableText", group: "content" }),
    defineField({ name: "mission", type: "text", rows: 2, group: "content" }),
    defineField({ name: "image", type: "imageWithAlt", group: "content" }),
    defineField({ name: "values", type: "array", of: [value], group: "content" }),
    defineField({ name: "team", type: "array", of: [member], group: "content" }),
    defineField({
      name: "statistics",
      title: "Figures",
      type: "array",
      group: "content",
      of: [
        defineArrayMember({ type: "reference", to: [{ type: "statistic" }], validation: warnUnpublished }),
      ],
    }),
    seoField,
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "About page", subtitle }),
  },
});
