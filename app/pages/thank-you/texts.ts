import { defineTexts } from "../../model/texts.ts";

/** The page after a submission. */
export const THANK_YOU = defineTexts({
  type: "thankYouTexts",
  title: "Thank you",
  path: "/thank-you",
  texts: {
    heading: { label: "Heading", text: "Thank you", max: 80 },
    received: {
      label: "After a submission",
      text: "We have received what you sent. A person reads it and answers you by email or telephone.",
      max: 400,
    },
    visited: {
      label: "Opened without a submission",
      text: "We are glad that you stopped by. If you sent us something, a person is going to read it and answer.",
      max: 400,
    },
    reference: { label: "Above the reference number", text: "Your reference number", max: 60 },
    confirmation: { label: "Link to the order", text: "View your order confirmation", max: 40 },
    home: { label: "Button", text: "Return to Home", max: 40 },
  },
});
