import { ComposeIcon } from "@sanity/icons/Compose";
import { UserIcon } from "@sanity/icons/User";
import { defineArrayMember, defineField, defineType } from "sanity";
import { pageGroups, pictureRequired, requiredString, requiredText, seoField, slugField } from "../fields.ts";

export const post = defineType({
  name: "post",
  title: "Post",
  icon: ComposeIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    { ...requiredString("title", "Title", 120), group: "content" },
    { ...slugField("title"), group: "content" },
    { ...requiredText("excerpt", "Excerpt", 2), group: "content" },
    defineField({
      name: "coverImage",
      title: "Cover picture",
      type: "imageWithAlt",
      group: "content",
      validation: pictureRequired,
    }),
    defineField({
      name: "author",
      type: "reference",
      to: [{ type: "author" }],
      group: "content",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "publishedAt",
      title: "Published at",
      type: "datetime",
      description: "A post that is published with a time ahead appears on the blog then.",
      group: "content",
      initialValue: () => new Date().toISOString(),
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "tags",
      type: "array",
      of: [defineArrayMember({ type: "string" })],
      options: { layout: "tags" },
      group: "content",
    }),
    defineField({
      name: "body",
      type: "portableText",
      group: "content",
      validation: (rule) => rule.required(),
    }),
    seoField,
  ],
  orderings: [{ name: "newest", title: "Newest first", by: [{ field: "publishedAt", direction: "desc" }] }],
  preview: {
    select: { title: "title", author: "author.name", date: "publishedAt", media: "coverImage" },
    prepare: ({ title, author, date, media }) => ({
      title,
      subtitle: [author, date?.slice(0, 10)].filter(Boolean).join(", "),
      media,
    }),
  },
});

export const author = defineType({
  name: "author",
  title: "Author",
  icon: UserIcon,
  type: "document",
  fields: [
    requiredString("name", "Name"),
    // Authors have no page. Documents of earlier versions have an address.
    defineField({ name: "slug", type: "slug", hidden: true }),
    requiredString("role", "Role"),
    defineField({ name: "bio", type: "text", rows: 3 }),
    defineField({ name: "image", title: "Portrait", type: "imageWithAlt" }),
  ],
  preview: { select: { title: "name", subtitle: "role", media: "image" } },
});
