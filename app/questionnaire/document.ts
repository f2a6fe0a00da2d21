import type { Answers } from "./schema.server.ts";

/** Fields of specification 3 that no question asks for; they are stored empty and ignored when a client sends them. */
const UNASKED: Readonly<Record<string, readonly string[]>> = {
  homePage: ["heroImagePreference"],
  aboutPage: ["achievements"],
  servicesPage: ["serviceDetails", "serviceImages"],
  contactPage: ["locationInfo", "socialMediaLinks"],
  design: ["colorPreferences", "websiteExamples", "existingLogo", "brandAssets"],
};

export interface Attachment {
  name: string;
  /** An address of this site that only admins may open. */
  url: string;
  type: string;
}

function withUnasked(group: string, answers: Answers): Record<string, string | string[]> {
  const empty = Object.fromEntries((UNASKED[group] ?? []).map((name) => [name, ""]));
  return { ...answers[group], ...empty };
}

/** The document of an accepted questionnaire, in exactly the shape of specification 3. */
export function buildQuestionnaire(answers: Answers, attachments: readonly Attachment[], now: Date) {
  const aboutPage = withUnasked("aboutPage", answers);
  return {
    homePage: withUnasked("homePage", answers),
    // Decisions: nobody's team is kept who said that there is to be no team section.
    aboutPage: {
      ...aboutPage,
      teamMembers: aboutPage.teamSection === "yes" ? (aboutPage.teamMembers ?? "") : "",
    },
    servicesPage: withUnasked("servicesPage", answers),
    contactPage: withUnasked("contactPage", answers),
    design: withUnasked("design", answers),
    contactInfo: { ...answers.contactInfo, preferredContact: "email" },
    additionalInfo: {
      ...answers.additionalInfo,
      attachments: attachments.map((file, index) => ({ _key: `file${index}`, ...file })),
    },
    projectType: "",
    projectDescription: "",
    timeline: "",
    submitted_at: now.toISOString(),
  };
}
