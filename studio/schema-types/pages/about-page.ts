import { UsersIcon } from "@sanity/icons/Users";
import { defineArrayMember, defineField } from "sanity";
import { definePage, introField, references, requiredString, requiredText } from "../fields.ts";

const value = defineArrayMember({
  type: "object",
  name: "value",
  fields: [requiredString("title", "Title", { max: 60 }), requiredText("text", "Text", 2)],
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

export const aboutPage = definePage({
  name: "aboutPage",
  title: "About page",
  icon: UsersIcon,
  fields: [
    requiredString("heading", "Heading"),
    introField,
    defineField({ name: "story", type: "portableText" }),
    defineField({ name: "mission", type: "text", rows: 2 }),
    defineField({ name: "image", type: "imageWithAlt" }),
    defineField({ name: "values", type: "array", of: [value] }),
    defineField({ name: "team", type: "array", of: [member] }),
    references("statistics", "Figures", "statistic"),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "About page", subtitle }),
  },
});
