type Kind = "line" | "text" | "radio" | "select" | "checkboxes" | "email" | "phone";

interface Choice {
  value: string;
  label: string;
}

/** One question: its path in the stored document, how it is asked, and what is said when a required one is missing. */
export interface Question {
  name: string;
  label: string;
  kind: Kind;
  /** The message of specification 5 for an empty required field; a question without one is optional. */
  required?: string;
  hint?: string;
  choices?: readonly Choice[];
  /** For browsers that fill in what they know. */
  autoComplete?: string;
  /** Only asked when another question has this answer. */
  when?: { name: string; is: string };
}

export interface Step {
  title: string;
  questions: readonly Question[];
}

const NO_YES: readonly Choice[] = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes" },
];

const same = (...values: string[]): readonly Choice[] => values.map((value) => ({ value, label: value }));

/** Specification 2, "Project Questionnaire". */
export const steps: readonly Step[] = [
  {
    title: "Home Page Details",
    questions: [
      {
        name: "homePage.mainHeadline",
        label: "Main headline",
        kind: "line",
        required: "Main headline is required",
      },
      { name: "homePage.subHeadline", label: "Sub headline", kind: "line" },
      {
        name: "homePage.keyFeatures",
        label: "Key features",
        kind: "text",
        required: "Key features are required",
        hint: "What should visitors notice first?",
      },
      {
        name: "homePage.callToAction",
        label: "Call to action",
        kind: "line",
        hint: "What should visitors do next?",
      },
    ],
  },
  {
    title: "About Page Content",
    questions: [
      {
        name: "aboutPage.companyStory",
        label: "Company story",
        kind: "text",
        required: "Company story is required",
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
        hint: "Names and roles, one a line.",
        when: { name: "aboutPage.teamSection", is: "yes" },
      },
    ],
  },
  {
    title: "Services Page Details",
    questions: [
      {
        name: "servicesPage.servicesList",
        label: "List of services",
        kind: "text",
        required: "List of services is required",
      },
      {
        name: "servicesPage.servicePricing",
        label: "Show pricing?",
        kind: "radio",
        choices: [...NO_YES, { value: "contact", label: "Contact for Pricing" }],
      },
      {
        name: "servicesPage.processDescription",
        label: "Process description",
        kind: "text",
        hint: "How does working with you go?",
      },
    ],
  },
  {
    title: "Contact Page & Design Preferences",
    questions: [
      {
        name: "contactPage.contactFormFields",
        label: "Contact form fields",
        kind: "checkboxes",
        choices: same("Name", "Email", "Phone", "Company", "Message", "Service Interest", "Budget Range"),
      },
      { name: "contactPage.businessHours", label: "Business hours", kind: "text" },
      { name: "contactPage.mapPreference", label: "Show a map?", kind: "radio", choices: NO_YES },
      {
        name: "contactPage.streetAddress",
        label: "Street address",
        kind: "line",
        required: "Street address is required",
      },
      { name: "contactPage.suite", label: "Suite", kind: "line" },
      { name: "contactPage.city", label: "City", kind: "line", required: "City is required" },
      { name: "contactPage.state", label: "State", kind: "line", required: "State is required" },
      { name: "contactPage.zipCode", label: "ZIP code", kind: "line", required: "ZIP code is required" },
      {
        name: "contactPage.displayAddress",
        label: "Display address on the site",
        kind: "select",
        choices: [
          { value: "", label: "Please choose" },
          { value: "full", label: "Show the full address" },
          { value: "partial", label: "Show city and state only" },
          { value: "no", label: "Do not show it" },
        ],
      },
      {
        name: "contactInfo.name",
        label: "Your name",
        kind: "line",
        required: "Name is required",
        autoComplete: "name",
      },
      {
        name: "contactInfo.email",
        label: "Your email",
        kind: "email",
        required: "Email is required",
        autoComplete: "email",
      },
      {
        name: "contactInfo.phone",
        label: "Your phone",
        kind: "phone",
        required: "Phone number is required",
        autoComplete: "tel-national",
      },
    ],
  },
  {
    title: "Additional Information",
    questions: [
      { name: "additionalInfo.targetAudience", label: "Target audience", kind: "text" },
      { name: "additionalInfo.competitors", label: "Competitors", kind: "text" },
      { name: "additionalInfo.uniqueSellingPoints", label: "Unique selling points", kind: "text" },
      { name: "additionalInfo.brandPersonality", label: "Brand personality", kind: "text" },
      { name: "additionalInfo.projectGoals", label: "Project goals", kind: "text" },
      {
        name: "additionalInfo.contentStatus",
        label: "Content status",
        kind: "select",
        choices: [
          { value: "", label: "Please choose" },
          { value: "ready", label: "Content is ready" },
          { value: "partial", label: "Some content is ready" },
          { value: "none", label: "No content yet" },
        ],
      },
      { name: "additionalInfo.existingMaterials", label: "Existing materials", kind: "text" },
      { name: "additionalInfo.specialFeatures", label: "Special features", kind: "text" },
      { name: "additionalInfo.additionalNotes", label: "Additional notes", kind: "text" },
    ],
  },
];

export const questions: readonly Question[] = steps.flatMap((step) => step.questions);

/** The list of files, on the last step. Not a question: its answers are stored before the form is sent. */
export const ATTACHMENTS = "additionalInfo.attachments";

/** The step, from 1, that a field is on; 0 for a field of no step. */
export function stepOf(name: string): number {
  if (name === ATTACHMENTS) return steps.length;
  return steps.findIndex((step) => step.questions.some((question) => question.name === name)) + 1;
}

/** Decisions, "Questionnaire": what a field holds before anybody answers; everything else begins empty. */
export const defaultAnswers: Readonly<Record<string, string>> = {
  "aboutPage.teamSection": "no",
  "servicesPage.servicePricing": "no",
  "contactPage.mapPreference": "no",
};
