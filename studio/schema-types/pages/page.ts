import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { defineArrayMember, defineField, defineType } from "sanity";
import { RESERVED_SLUGS } from "../../../app/model/page-slug.ts";
import { pageGroups, requiredString, seoField, slugField } from "../fields.ts";
import { sectionTypes } from "../objects/sections.ts";

/** Returns true, or why the sections cannot be published. Two forms of a kind would share the ids of their fields. */
function validateSections(sections: unknown): true | string {
  const forms = ((sections ?? []) as { form?: string }[]).flatMap(({ form }) => form ?? []);
  return new Set(forms).size === forms.length || "A page has each form once";
}

export const page = defineType({
  name: "page",
  title: "Page",
  icon: DocumentTextIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    { ...requiredString("title", "Title", 120), group: "content" },
    {
      ...slugField("title", RESERVED_SLUGS),
      group: "content",
      description: "The page’s address: our-method is /our-method.",
    },
    defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 2, group: "content" }),
    defineField({
      name: "sections",
      type: "array",
      group: "content",
      of: sectionTypes.map(({ name }) => defineArrayMember({ type: name })),
      validation: (rule) => rule.required().min(1).custom(validateSections),
    }),
    seoField,
  ],
  preview: {
    select: { title: "title", slug: "slug.current" },
    prepare: ({ title, slug }) => ({ title, subtitle: slug ? `/${slug}` : "" }),
  },
});
