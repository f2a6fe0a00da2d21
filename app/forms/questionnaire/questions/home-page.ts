import type { Step } from "../question.ts";

export const homePage: Step = {
  title: "Home Page Details",
  questions: [
    {
      name: "homePage.mainHeadline",
      label: "Main headline",
      kind: "line",
      required: "Main headline is required",
      hint: "The first words a visitor reads.",
    },
    {
      name: "homePage.subHeadline",
      label: "Sub headline",
      kind: "line",
      hint: "One sentence that explains the headline.",
    },
    {
      name: "homePage.keyFeatures",
      label: "Key features",
      kind: "text",
      required: "Key features are required",
      hint: "What should visitors notice first? One feature a line is fine.",
    },
    {
      name: "homePage.callToAction",
      label: "Call to action",
      kind: "line",
      hint: "What should visitors do next? For example: book a visit.",
    },
  ],
};
