import { NO_YES, type Step } from "../question.ts";

export const aboutPage: Step = {
  title: "About Page Content",
  questions: [
    {
      name: "aboutPage.companyStory",
      label: "Company story",
      kind: "text",
      required: "Company story is required",
      hint: "How it began, and what you are known for today.",
    },
    {
      name: "aboutPage.missionStatement",
      label: "Mission statement",
      kind: "text",
      required: "Mission statement is required",
    },
    { name: "aboutPage.teamSection", label: "Include a team section?", kind: "radio", choices: NO_YES },
    {
      name: "aboutPage.teamMembers",
      label: "Team members",
      kind: "text",
      hint: "Names and roles, one person a line.",
      whenYes: "aboutPage.teamSection",
    },
  ],
};
