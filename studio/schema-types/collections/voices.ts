import { BarChartIcon } from "@sanity/icons/BarChart";
import { CommentIcon } from "@sanity/icons/Comment";
import { orderRankField } from "@sanity/orderable-document-list";
import { defineField, defineType } from "sanity";
import { required, requiredString, requiredText } from "../fields.ts";

export const testimonial = defineType({
  name: "testimonial",
  title: "Testimonial",
  icon: CommentIcon,
  type: "document",
  fields: [
    requiredText("quote", "Quote"),
    requiredString("name", "Name"),
    requiredString("role", "Role"),
    requiredString("company", "Company"),
    defineField({ name: "photo", type: "imageWithAlt" }),
    orderRankField({ type: "testimonial" }),
  ],
  preview: { select: { title: "name", subtitle: "quote", media: "photo" } },
});

export const statistic = defineType({
  name: "statistic",
  title: "Figure",
  icon: BarChartIcon,
  type: "document",
  fields: [
    defineField({ name: "value", type: "number", validation: required }),
    defineField({ name: "prefix", type: "string" }),
    defineField({ name: "suffix", type: "string" }),
    requiredString("label", "What it counts"),
    defineField({ name: "description", type: "text", rows: 2 }),
    defineField({
      name: "source",
      type: "string",
      description: "Who has counted, and when. Without one the page says that the figure is your own.",
    }),
    defineField({
      name: "sourceUrl",
      title: "Link to the source",
      type: "url",
      validation: (rule) => rule.uri({ scheme: ["https"] }),
    }),
    orderRankField({ type: "statistic" }),
  ],
  preview: {
    select: { value: "value", prefix: "prefix", suffix: "suffix", label: "label" },
    prepare: ({ value, prefix, suffix, label }) => ({
      title: `${prefix ?? ""}${value}${suffix ?? ""}`,
      subtitle: label,
    }),
  },
});
