import { defineType } from "sanity";
import { adminFields, readOnlyString, readOnlyText, readOnlyTime, submissionLine } from "./fields.ts";

export const contactSubmission = defineType({
  name: "contactSubmission",
  title: "Contact message",
  type: "document",
  liveEdit: true,
  fields: [
    ...["name", "email", "phone", "service"].map(readOnlyString),
    readOnlyText("message"),
    readOnlyTime("submitted_at"),
    ...adminFields,
  ],
  preview: {
    select: { name: "name", email: "email", date: "submitted_at" },
    prepare: ({ name, email, date }) => submissionLine(name, email, date),
  },
});

export const newsletterSubscriber = defineType({
  name: "newsletterSubscriber",
  title: "Newsletter subscriber",
  type: "document",
  liveEdit: true,
  fields: [readOnlyString("email"), readOnlyTime("subscribed_at"), readOnlyString("source")],
  preview: {
    select: { email: "email", date: "subscribed_at" },
    prepare: ({ email, date }) => submissionLine(email, "", date),
  },
});
