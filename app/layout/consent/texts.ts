import { defineTexts } from "../../model/texts.ts";

/** What visitors are asked while Google Analytics is on (docs/decisions.md, "Page views and consent"). */
export const CONSENT = defineTexts({
  type: "consentTexts",
  title: "Consent to Google Analytics",
  path: "/privacy",
  texts: {
    heading: { label: "Heading", text: "May Google count your visit?", max: 80 },
    text: {
      label: "Text",
      text: "Google Analytics would set cookies. The site works the same either way.",
      max: 400,
    },
    yes: { label: "Button for yes", text: "Yes, count it", max: 40 },
    no: { label: "Button for no", text: "No, thanks", max: 40 },
    change: { label: "Link in the footer", text: "Cookie settings", max: 40 },
  },
});
