import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { BellIcon } from "@sanity/icons/Bell";
import { contactFields } from "../../../app/model/contact.ts";
import { subscriberFields } from "../../../app/model/newsletter.ts";
import { submissionLine } from "../../model/submission-line.ts";
import {
  adminFields,
  defineSubmission,
  readOnlyFields,
  readOnlyFlag,
  readOnlyTime,
  suspectedField,
} from "./fields.ts";

const serviceLeft = { ...readOnlyFlag("serviceLeft"), title: "Service was not chosen, but left as it stood" };

export const contactSubmission = defineSubmission({
  name: "contactSubmission",
  title: "Contact message",
  icon: EnvelopeIcon,
  fields: [...adminFields, ...readOnlyFields(contactFields), serviceLeft, readOnlyTime("submitted_at")],
  preview: {
    select: { name: "name", email: "email", date: "submitted_at" },
    prepare: ({ name, email, date }) => submissionLine(name, email, date),
  },
});

export const newsletterSubscriber = defineSubmission({
  name: "newsletterSubscriber",
  title: "Newsletter subscriber",
  icon: BellIcon,
  fields: [...readOnlyFields(subscriberFields), readOnlyTime("subscribed_at"), suspectedField],
  preview: {
    select: { email: "email", date: "subscribed_at" },
    prepare: ({ email, date }) => submissionLine(email, "", date),
  },
});
