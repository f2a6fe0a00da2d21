import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { defineField } from "sanity";
import { definePage, introField, required, requiredString, slugField } from "../fields.ts";

export const legalPage = definePage({
  name: "legalPage",
  title: "Legal page",
  icon: CheckmarkCircleIcon,
  fields: [
    requiredString("title", "Title"),
    { ...slugField("The site has a fixed address for it."), readOnly: true },
    requiredString("version", "Version", {
      max: 20,
      description: "Raise it with every change of meaning: orders keep the version that was agreed to.",
    }),
    defineField({ name: "effectiveDate", title: "In force from", type: "date", validation: required }),
    introField,
    defineField({ name: "body", type: "portableText", validation: required }),
  ],
  preview: {
    select: { title: "title", version: "version", date: "effectiveDate" },
    prepare: ({ title, version, date }) => ({ title, subtitle: `Version ${version}, from ${date}` }),
  },
});
