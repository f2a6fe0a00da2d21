import { WrenchIcon } from "@sanity/icons/Wrench";
import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { defineField, defineType } from "sanity";
import {
  choiceField,
  references,
  required,
  requiredString,
  requiredText,
  slugField,
  stringList,
} from "../fields.ts";

export const pageService = defineType({
  name: "pageService",
  title: "Service",
  icon: WrenchIcon,
  type: "document",
  description: "One of the services that the site describes. What can be ordered is an order service.",
  fields: [
    requiredString("title", "Title"),
    slugField("The anchor on the services page; links in the footer use it."),
    requiredText("summary", "Summary", 2),
    defineField({ name: "description", type: "portableText" }),
    stringList("features"),
    choiceField("icon", ["code", "chart", "brain", "compass", "cloud"], { validation: required }),
    defineField({ name: "image", type: "imageWithAlt" }),
    {
      ...references("orderServices", "What can be ordered", "orderService"),
      description: "The services page names their prices and leads to the order form.",
    },
    orderRankField({ type: "pageService" }),
  ],
  orderings: [orderRankOrdering],
  preview: { select: { title: "title", subtitle: "summary", media: "image" } },
});
