import type { Step } from "../question.ts";

export const additionalInfo: Step = {
  title: "Additional Information",
  questions: [
    {
      name: "additionalInfo.targetAudience",
      label: "Target audience",
      kind: "text",
      hint: "Who should find this website useful?",
    },
    {
      name: "additionalInfo.competitors",
      label: "Competitors",
      kind: "text",
      hint: "Names or addresses of their websites.",
    },
    {
      name: "additionalInfo.uniqueSellingPoints",
      label: "Unique selling points",
      kind: "text",
      hint: "What you do that others do not.",
    },
    {
      name: "additionalInfo.brandPersonality",
      label: "Brand personality",
      kind: "text",
      hint: "A few words: plain, playful, exact...",
    },
    {
      name: "additionalInfo.projectGoals",
      label: "Project goals",
      kind: "text",
      hint: "How will you know in a year that it was worth it?",
    },
    {
      name: "additionalInfo.contentStatus",
      label: "Content status",
      kind: "select",
      choices: [
        { value: "", label: "Not decided yet" },
        { value: "ready", label: "Content is ready" },
        { value: "partial", label: "Some content is ready" },
        { value: "none", label: "No content yet" },
      ],
    },
    {
      name: "additionalInfo.existingMaterials",
      label: "Existing materials",
      kind: "text",
      hint: "Logo, photographs, texts, an old website.",
    },
    {
      name: "additionalInfo.specialFeatures",
      label: "Special features",
      kind: "text",
      hint: "Booking, a shop, a member area...",
    },
    { name: "additionalInfo.additionalNotes", label: "Additional notes", kind: "text" },
  ],
};

/** The files stand before this question, where the specification has them. */
export const FILES_BEFORE = "additionalInfo.specialFeatures";
