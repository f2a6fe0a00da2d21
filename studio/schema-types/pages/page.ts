import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { defineArrayMember, defineField } from "sanity";
import { RESERVED_SLUGS } from "../../../app/model/page-slug.ts";
import { definePage, introField, requiredString, slugField } from "../fields.ts";
import { sectionTypes } from "../objects/sections.ts";

/** Returns true, or why the sections cannot be published. Two forms of a kind would share the ids of their fields. */
function validateSections(sections: unknown): true | string {
  const forms = ((sections ?? []) as { form?: string }[]).flatMap(({ form }) => form ?? []);
  return new Set(forms).size === forms.length || "A page has each form once";
}

export const page = definePage({
  name: "page",
  title: "Page",
  icon: DocumentTextIcon,
  fields: [
    requiredString("title", "Title", { max: 120 }),
    slugField("The page’s address: our-method is /our-method.", RESERVED_SLUGS),
    introField,
    defineField({
      name: "sections",
      type: "array",
      of: sectionTypes.map(({ name }) => defineArrayMember({ type: name })),
      validation: (rule) => rule.required().min(1).custom(validateSections),
    }),
  ],
  preview: {
    select: { title: "title", slug: "slug.current" },
    prepare: ({ title, slug }) => ({ title, subtitle: slug ? `/${slug}` : "" }),
  },
});
