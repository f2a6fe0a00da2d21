import type { Attachment } from "../../files/stored-file.ts";
import type { Answers } from "./schema.server.ts";

/** Fields of specification 3 that no question asks for; they are stored empty and ignored when a client sends them. */
const UNASKED = {
  homePage: ["heroImagePreference"],
  aboutPage: ["achievements"],
  servicesPage: ["serviceDetails", "serviceImages"],
  contactPage: ["locationInfo", "socialMediaLinks"],
  design: ["colorPreferences", "websiteExamples", "existingLogo", "brandAssets"],
} as const;

/** The stored shape, without the fields that the store adds. */
export type QuestionnaireDocument = ReturnType<typeof buildQuestionnaire>;

function withUnasked(
  group: keyof typeof UNASKED,
  answers: Record<string, string | string[]> = {},
): Record<string, string | string[]> {
  return { ...answers, ...Object.fromEntries(UNASKED[group].map((name) => [name, ""])) };
}

/** The document of an accepted questionnaire, in exactly the shape of specification 3. */
export function buildQuestionnaire(answers: Answers, attachments: readonly Attachment[], now: Date) {
  const aboutPage = withUnasked("aboutPage", answers.aboutPage);
  return {
    homePage: withUnasked("homePage", answers.homePage),
    // Decisions: nobody's team is kept who said that there is to be no team section.
    aboutPage: {
      ...aboutPage,
      teamMembers: aboutPage.teamSection === "yes" ? (aboutPage.teamMembers ?? "") : "",
    },
    servicesPage: withUnasked("servicesPage", answers.servicesPage),
    contactPage: withUnasked("contactPage", answers.contactPage),
    design: withUnasked("design"),
    contactInfo: { ...answers.contactInfo, preferredContact: "email" },
    additionalInfo: {
      ...answers.additionalInfo,
      // Arrays of objects carry keys in the content store.
      attachments: attachments.map((file, index) => ({ _key: `file${index}`, ...file })),
    },
    projectType: "",
    projectDescription: "",
    timeline: "",
    submitted_at: now.toISOString(),
  };
}
