import { LOCALE } from "./locale.ts";
import { asShown, type SubmissionField } from "./field.ts";
import { NO_YES, type Question, type Step } from "./question.ts";

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
    {
      name: "aboutPage.teamSection",
      adminLabel: "Team section",
      label: "Include a team section?",
      kind: "radio",
      choices: NO_YES,
      defaultValue: "no",
    },
    {
      name: "aboutPage.teamMembers",
      label: "Team members",
      kind: "text",
      hint: "Names and roles, one person a line.",
      whenYes: "aboutPage.teamSection",
    },
  ],
};

export const servicesPage: Step = {
  title: "Services Page Details",
  questions: [
    {
      name: "servicesPage.servicesList",
      label: "List of services",
      kind: "text",
      required: "List of services is required",
      hint: "One service a line, with a few words on each.",
    },
    {
      name: "servicesPage.servicePricing",
      adminLabel: "Service pricing",
      label: "Show prices on the page?",
      kind: "radio",
      choices: [...NO_YES, { value: "contact", label: "Contact for Pricing" }],
      defaultValue: "no",
    },
    {
      name: "servicesPage.processDescription",
      label: "Process description",
      kind: "text",
      hint: "How working with you goes, from the first call to the result.",
    },
  ],
};

const ADDRESS = "Business address";
const YOU = "Your contact details";

const address: readonly Question[] = [
  {
    name: "contactPage.streetAddress",
    label: "Street address",
    kind: "line",
    required: "Street address is required",
    autoComplete: "address-line1",
    part: ADDRESS,
  },
  { name: "contactPage.suite", label: "Suite", kind: "line", autoComplete: "address-line2", part: ADDRESS },
  {
    name: "contactPage.city",
    label: "City",
    kind: "line",
    required: "City is required",
    autoComplete: "address-level2",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.state",
    label: LOCALE.address.stateLabel,
    kind: "line",
    required: `${LOCALE.address.stateLabel} is required`,
    autoComplete: "address-level1",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.zipCode",
    label: LOCALE.address.zipLabel,
    kind: "zip",
    required: `${LOCALE.address.zipLabel} is required`,
    autoComplete: "postal-code",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.displayAddress",
    adminLabel: "Display address",
    label: "Display the address on the website",
    kind: "select",
    choices: [
      { value: "", label: "Not decided yet" },
      { value: "full", label: "Full address" },
      { value: "partial", label: "City and state only" },
      { value: "no", label: "Do not display it" },
    ],
    part: ADDRESS,
  },
];

const you: readonly Question[] = [
  {
    name: "contactInfo.name",
    adminLabel: "Name",
    isSearched: true,
    label: "Your name",
    kind: "line",
    required: "Name is required",
    autoComplete: "name",
    part: YOU,
  },
  {
    name: "contactInfo.email",
    adminLabel: "Email",
    isSearched: true,
    label: "Your email",
    kind: "email",
    required: "Email is required",
    autoComplete: "email",
    part: YOU,
  },
  {
    name: "contactInfo.phone",
    adminLabel: "Phone",
    isSearched: true,
    label: "Your phone",
    kind: "phone",
    required: "Phone number is required",
    hint: LOCALE.phone.hint,
    autoComplete: "tel",
    part: YOU,
  },
];

export const contactPage: Step = {
  title: "Contact Page & Design Preferences",
  questions: [
    {
      name: "contactPage.contactFormFields",
      adminLabel: "Contact form fields",
      label: "Fields of the contact form",
      kind: "checkboxes",
      hint: "What your visitors are asked for.",
      choices: asShown("Name", "Email", "Phone", "Company", "Message", "Service Interest", "Budget Range"),
    },
    {
      name: "contactPage.businessHours",
      label: "Business hours",
      kind: "text",
      hint: "For example: Monday to Friday, 9 am to 5 pm.",
    },
    {
      name: "contactPage.mapPreference",
      adminLabel: "Map",
      label: "Show a map?",
      kind: "radio",
      choices: NO_YES,
      defaultValue: "no",
    },
    ...address,
    ...you,
  ],
};

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

const unasked = (name: string, label: string): SubmissionField => ({ name, label, kind: "line" });

/**
 * Fields of docs/specification.md, section 3, that no question asks for. They are stored empty and ignored when a client sends
 * them.
 */
export const unaskedFields: readonly SubmissionField[] = [
  unasked("homePage.heroImagePreference", "Hero image preference"),
  unasked("aboutPage.achievements", "Achievements"),
  unasked("servicesPage.serviceDetails", "Service details"),
  unasked("servicesPage.serviceImages", "Service images"),
  unasked("contactPage.locationInfo", "Location info"),
  unasked("contactPage.socialMediaLinks", "Social media links"),
  unasked("design.colorPreferences", "Color preferences"),
  unasked("design.websiteExamples", "Website examples"),
  unasked("design.existingLogo", "Existing logo"),
  unasked("design.brandAssets", "Brand assets"),
  unasked("contactInfo.preferredContact", "Preferred contact"),
  { ...unasked("projectType", "Project Type"), isSearched: true },
  unasked("projectDescription", "Project description"),
  unasked("timeline", "Timeline"),
];
