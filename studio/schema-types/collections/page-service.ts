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

/** The symbols of the site's service-icons.svg. */
const icons = [
  { value: "code", title: "Code" },
  { value: "chart", title: "Chart" },
  { value: "brain", title: "Network" },
  { value: "compass", title: "Compass" },
  { value: "cloud", title: "Cloud" },
  { value: "shield", title: "Shield" },
  { value: "phone", title: "Phone" },
  { value: "cart", title: "Shopping cart" },
  { value: "pencil", title: "Pencil" },
  { value: "people", title: "People" },
  { value: "gear", title: "Gear" },
  { value: "database", title: "Database" },
  { value: "mail", title: "Envelope" },
  { value: "bulb", title: "Light bulb" },
  { value: "megaphone", title: "Megaphone" },
  { value: "building", title: "Building" },
  { value: "globe", title: "Globe" },
  { value: "none", title: "No icon" },
];

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
    choiceField("icon", icons, { validation: required }),
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
