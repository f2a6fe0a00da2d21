import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { BellIcon } from "@sanity/icons/Bell";
import { defineType } from "sanity";
import { contactFields } from "../../../app/model/contact.ts";
import { subscriberFields } from "../../../app/model/newsletter.ts";
import { SubmissionForm } from "../../submissions/submission-form.tsx";
import { submissionLine } from "../../model/submission-line.ts";
import { adminFields, readOnlyFields, readOnlyFlag, readOnlyTime, suspectedField } from "./fields.ts";

const serviceLeft = { ...readOnlyFlag("serviceLeft"), title: "Service was not chosen, but left as it stood" };

export const contactSubmission = defineType({
  name: "contactSubmission",
  title: "Contact message",
  icon: EnvelopeIcon,
  type: "document",
  liveEdit: true,
  components: { input: SubmissionForm },
  fields: [...adminFields, ...readOnlyFields(contactFields), serviceLeft, readOnlyTime("submitted_at")],
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
  components: { input: SubmissionForm },
  fields: [...readOnlyFields(subscriberFields), readOnlyTime("subscribed_at"), suspectedField],
  preview: {
    select: { email: "email", date: "subscribed_at" },
    prepare: ({ email, date }) => submissionLine(email, "", date),
  },
});
