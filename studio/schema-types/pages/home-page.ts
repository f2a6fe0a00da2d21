import { HomeIcon } from "@sanity/icons/Home";
import { defineField } from "sanity";
import { definePage, requiredString } from "../fields.ts";
import { sectionsField } from "../objects/sections.ts";

export const homePage = definePage({
  name: "homePage",
  title: "Home page",
  icon: HomeIcon,
  fields: [
    requiredString("headline", "Headline", { max: 90, description: "Types itself on the page." }),
    defineField({ name: "subheadline", title: "Opening sentence", type: "text", rows: 2 }),
    defineField({ name: "primaryCta", title: "First button", type: "cta" }),
    defineField({ name: "secondaryCta", title: "Second button", type: "cta" }),
    defineField({ name: "heroImage", title: "Picture beside the headline", type: "imageWithAlt" }),
    { ...sectionsField, description: "The last call to action also ends About, Services and Portfolio." },
  ],
  preview: {
    select: { subtitle: "headline" },
    prepare: ({ subtitle }) => ({ title: "Home page", subtitle }),
  },
});
