import { ComposeIcon } from "@sanity/icons/Compose";
import { UserIcon } from "@sanity/icons/User";
import { defineField, defineType } from "sanity";
import {
  definePage,
  pictureRequired,
  required,
  requiredString,
  requiredText,
  slugField,
  stringList,
} from "../fields.ts";

export const post = definePage({
  name: "post",
  title: "Post",
  icon: ComposeIcon,
  fields: [
    requiredString("title", "Title", { max: 120 }),
    slugField(),
    requiredText("excerpt", "Excerpt", 2),
    defineField({
      name: "coverImage",
      title: "Cover picture",
      type: "imageWithAlt",
      validation: pictureRequired,
    }),
    defineField({ name: "author", type: "reference", to: [{ type: "author" }], validation: required }),
    defineField({
      name: "publishedAt",
      title: "Published at",
      type: "datetime",
      description: "A post that is published with a time ahead appears on the blog then.",
      initialValue: () => new Date().toISOString(),
      validation: required,
    }),
    stringList("tags", "tags"),
    defineField({ name: "body", type: "portableText", validation: required }),
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
