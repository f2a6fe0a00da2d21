import { defineTexts } from "../../model/texts.ts";

/** The buttons of /get-started. Headings and descriptions are those of the pages that they lead to. */
export const GET_STARTED = defineTexts({
  type: "getStartedTexts",
  title: "Get started",
  path: "/get-started",
  texts: {
    questionnaire: { label: "Button to the questionnaire", text: "Describe your project", max: 40 },
    contract: { label: "Button to the order form", text: "Choose services", max: 40 },
    contact: { label: "Button to the contact form", text: "Send a message", max: 40 },
    directly: { label: "Before email and telephone", text: "Or directly:", max: 80 },
  },
});
