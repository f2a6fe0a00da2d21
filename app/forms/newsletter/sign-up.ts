import type { SubmissionResult } from "@conform-to/react";
import { defineTexts } from "../../model/texts.ts";
import { PRIVACY_NOTE } from "../../model/thanks.ts";
import type { Failed } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";

/** The path that the forms post to. */
export const NEWSLETTER_ACTION = "/newsletter";

/** What every form says. The rest is in messages.ts: every page loads these, and nothing more. */
export const SIGN_UP = defineTexts({
  type: "newsletterTexts",
  title: "Newsletter",
  path: "/newsletter",
  texts: {
    heading: { label: "Heading", text: "Subscribe to our newsletter", max: 80, part: "Form" },
    email: { label: "Label of the field", text: "Email address", max: 60, part: "Form" },
    subscribe: { label: "Button", text: "Subscribe", max: 40, part: "Form" },
    privacy: {
      label: "Note below",
      text: PRIVACY_NOTE,
      max: 300,
      part: "Form",
    },
  },
});

export type SubscribeResult =
  | { status: "subscribed" }
  | Invalid
  | (Failed & { submission?: SubmissionResult });

export type UnsubscribeResult = { status: "unsubscribed" } | { status: "bad-link" } | Failed;
