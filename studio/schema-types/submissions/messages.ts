import { BellIcon } from "@sanity/icons/Bell";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { defineArrayMember, defineField } from "sanity";
import { contactFields } from "../../../app/model/contact.ts";
import { subscriberFields } from "../../../app/model/newsletter.ts";
import {
  adminFields,
  defineSubmission,
  readOnlyFields,
  readOnlyFlag,
  readOnlyString,
  readOnlyTime,
  suspectedField,
} from "./fields.ts";

const serviceLeft = { ...readOnlyFlag("serviceLeft"), title: "Service was not chosen, but left as it stood" };

const answers = defineField({
  name: "answers",
  title: "Answers to your own questions",
  type: "array",
  readOnly: true,
  hidden: ({ value }) => value === undefined,
  of: [
    defineArrayMember({
      type: "object",
      name: "contactAnswer",
      fields: ["question", "answer"].map(readOnlyString),
      preview: { select: { title: "answer", subtitle: "question" } },
    }),
  ],
});

export const contactSubmission = defineSubmission({
  name: "contactSubmission",
  title: "Contact message",
  icon: EnvelopeIcon,
  fields: [
    ...adminFields,
    ...readOnlyFields(contactFields),
    serviceLeft,
    answers,
    readOnlyTime("submitted_at"),
  ],
  shown: { name: "name", email: "email", date: "submitted_at", adminStatus: "adminStatus" },
});

export const newsletterSubscriber = defineSubmission({
  name: "newsletterSubscriber",
  title: "Newsletter subscriber",
  icon: BellIcon,
  fields: [...readOnlyFields(subscriberFields), readOnlyTime("subscribed_at"), suspectedField],
  shown: { email: "email", date: "subscribed_at" },
});
