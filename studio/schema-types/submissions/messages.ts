import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { BellIcon } from "@sanity/icons/Bell";
import { defineType } from "sanity";
import { submissionLine } from "../../model/submission-line.ts";
import { adminFields, suspectedField, readOnlyString, readOnlyText, readOnlyTime } from "./fields.ts";

export const contactSubmission = defineType({
  name: "contactSubmission",
  title: "Contact message",
  icon: EnvelopeIcon,
  type: "document",
  liveEdit: true,
  fields: [
    ...adminFields,
    ...["name", "email", "phone", "service"].map(readOnlyString),
    readOnlyText("message"),
    readOnlyTime("submitted_at"),
  ],
  preview: {
    select: { name: "name", email: "email", date: "submitted_at" },
    prepare: ({ name, email, date }) => submissionLine(name, email, date),
  },
});

export const newsletterSubscriber = defineType({
  name: "newsletterSubscriber",
  title: "Newsletter subscriber",
  icon: BellIcon,
  type: "document",
  liveEdit: true,
  fields: [readOnlyString("email"), readOnlyTime("subscribed_at"), readOnlyString("source"), suspectedField],
  preview: {
    select: { email: "email", date: "subscribed_at" },
    prepare: ({ email, date }) => submissionLine(email, "", date),
  },
});
