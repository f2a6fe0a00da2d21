import { asShown, type SubmissionField } from "./field.ts";
import { PHONE } from "./locale-phone.ts";
import { LOCALE } from "./locale.ts";
import { NO_YES, type Question, type Step } from "./question.ts";

/** Returns what makes the questions of a kind: their name, their label, and what else there is. */
const ask =
  (kind: Question["kind"]) =>
  (name: string, label: string, more: Omit<Question, "name" | "label" | "kind"> = {}): Question => ({
    name,
    label,
    kind,
    ...more,
  });
const line = ask("line");
const text = ask("text");
const radio = ask("radio");
const select = ask("select");

export const homePage: Step = {
  title: "Home Page Details",
  questions: [
    line("homePage.mainHeadline", "Main headline", {
      required: "Main headline is required",
      hint: "The first words a visitor reads.",
    }),
    line("homePage.subHeadline", "Sub headline", { hint: "One sentence that explains the headline." }),
    text("homePage.keyFeatures", "Key features", {
      required: "Key features are required",
      hint: "What should visitors notice first? One feature a line is fine.",
    }),
    line("homePage.callToAction", "Call to action", {
      hint: "What should visitors do next? For example: book a visit.",
    }),
  ],
};

export const aboutPage: Step = {
  title: "About Page Content",
  questions: [
    text("aboutPage.companyStory", "Company story", {
      required: "Company story is required",
      hint: "How it began, and what you are known for today.",
    }),
    text("aboutPage.missionStatement", "Mission statement", { required: "Mission statement is required" }),
    radio("aboutPage.teamSection", "Include a team section?", {
      adminLabel: "Team section",
      choices: NO_YES,
      defaultValue: "no",
    }),
    text("aboutPage.teamMembers", "Team members", {
      hint: "Names and roles, one person a line.",
      whenYes: "aboutPage.teamSection",
    }),
  ],
};

export const servicesPage: Step = {
  title: "Services Page Details",
  questions: [
    text("servicesPage.servicesList", "List of services", {
      required: "List of services is required",
      hint: "One service a line, with a few words on each.",
    }),
    radio("servicesPage.servicePricing", "Show prices on the page?", {
      adminLabel: "Service pricing",
      choices: [...NO_YES, { value: "contact", label: "Contact for Pricing" }],
      defaultValue: "no",
    }),
    text("servicesPage.processDescription", "Process description", {
      hint: "How working with you goes, from the first call to the result.",
    }),
  ],
};

const inPart = (part: string, questions: readonly Question[]): Question[] =>
  questions.map((question) => ({ ...question, part }));

const { stateLabel, zipLabel } = LOCALE.address;

const address = inPart("Business address", [
  line("contactPage.streetAddress", "Street address", {
    required: "Street address is required",
    autoComplete: "address-line1",
  }),
  line("contactPage.suite", "Suite", { autoComplete: "address-line2" }),
  line("contactPage.city", "City", {
    required: "City is required",
    autoComplete: "address-level2",
    narrow: true,
  }),
  line("contactPage.state", stateLabel, {
    required: `${stateLabel} is required`,
    autoComplete: "address-level1",
    narrow: true,
  }),
  ask("zip")("contactPage.zipCode", zipLabel, {
    required: `${zipLabel} is required`,
    autoComplete: "postal-code",
    narrow: true,
  }),
  select("contactPage.displayAddress", "Display the address on the website", {
    adminLabel: "Display address",
    choices: [
      { value: "", label: "Not decided yet" },
      { value: "full", label: "Full address" },
      { value: "partial", label: "City and state only" },
      { value: "no", label: "Do not display it" },
    ],
  }),
]);

const you = inPart("Your contact details", [
  line("contactInfo.name", "Your name", {
    adminLabel: "Name",
    isSearched: true,
    required: "Name is required",
    autoComplete: "name",
  }),
  ask("email")("contactInfo.email", "Your email", {
    adminLabel: "Email",
    isSearched: true,
    required: "Email is required",
    autoComplete: "email",
  }),
  ask("phone")("contactInfo.phone", "Your phone", {
    adminLabel: "Phone",
    isSearched: true,
    required: "Phone number is required",
    hint: PHONE.hint,
    autoComplete: "tel",
  }),
]);

export const contactPage: Step = {
  title: "Contact Page & Design Preferences",
  questions: [
    ask("checkboxes")("contactPage.contactFormFields", "Fields of the contact form", {
      adminLabel: "Contact form fields",
      hint: "What your visitors are asked for.",
      choices: asShown("Name", "Email", "Phone", "Company", "Message", "Service Interest", "Budget Range"),
    }),
    text("contactPage.businessHours", "Business hours", {
      hint: "For example: Monday to Friday, 9 am to 5 pm.",
    }),
    radio("contactPage.mapPreference", "Show a map?", {
      adminLabel: "Map",
      choices: NO_YES,
      defaultValue: "no",
    }),
    ...address,
    ...you,
  ],
};

export const additionalInfo: Step = {
  title: "Additional Information",
  questions: [
    text("additionalInfo.targetAudience", "Target audience", {
      hint: "Who should find this website useful?",
    }),
    text("additionalInfo.competitors", "Competitors", { hint: "Names or addresses of their websites." }),
    text("additionalInfo.uniqueSellingPoints", "Unique selling points", {
      hint: "What you do that others do not.",
    }),
    text("additionalInfo.brandPersonality", "Brand personality", {
      hint: "A few words: plain, playful, exact...",
    }),
    text("additionalInfo.projectGoals", "Project goals", {
      hint: "How will you know in a year that it was worth it?",
    }),
    select("additionalInfo.contentStatus", "Content status", {
      choices: [
        { value: "", label: "Not decided yet" },
        { value: "ready", label: "Content is ready" },
        { value: "partial", label: "Some content is ready" },
        { value: "none", label: "No content yet" },
      ],
    }),
    text("additionalInfo.existingMaterials", "Existing materials", {
      hint: "Logo, photographs, texts, an old website.",
    }),
    text("additionalInfo.specialFeatures", "Special features", { hint: "Booking, a shop, a member area..." }),
    text("additionalInfo.additionalNotes", "Additional notes"),
  ],
};

/**
 * Fields of docs/specification.md, section 3, that no question asks for. They are stored empty and ignored when a client sends
 * them.
 */
export const unaskedFields: readonly SubmissionField[] = [
  line("homePage.heroImagePreference", "Hero image preference"),
  line("aboutPage.achievements", "Achievements"),
  line("servicesPage.serviceDetails", "Service details"),
  line("servicesPage.serviceImages", "Service images"),
  line("contactPage.locationInfo", "Location info"),
  line("contactPage.socialMediaLinks", "Social media links"),
  line("design.colorPreferences", "Color preferences"),
  line("design.websiteExamples", "Website examples"),
  line("design.existingLogo", "Existing logo"),
  line("design.brandAssets", "Brand assets"),
  line("contactInfo.preferredContact", "Preferred contact"),
  line("projectType", "Project Type", { isSearched: true }),
  line("projectDescription", "Project description"),
  line("timeline", "Timeline"),
];
