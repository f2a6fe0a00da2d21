import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { RESERVED_SLUGS } from "../../../app/model/page-slug.ts";
import { definePage, introField, requiredString, slugField } from "../fields.ts";
import { sectionsField } from "../objects/sections.ts";

export const page = definePage({
  name: "page",
  title: "Page",
  icon: DocumentTextIcon,
  fields: [
    requiredString("title", "Title", { max: 120 }),
    slugField("The page’s address: our-method is /our-method.", RESERVED_SLUGS),
    introField,
    sectionsField,
  ],
  preview: {
    select: { title: "title", slug: "slug.current" },
    prepare: ({ title, slug }) => ({ title, subtitle: slug ? `/${slug}` : "" }),
  },
});
